/// The object that refused a step of a trial, by what the server told of it: the one that its error
/// names, else the one whose function was running, else what the SQLSTATE is about.
enum Culprit {
  /// The question for its kind, as `Database.RefusedWrite.Kind` has it, and its name; no row if it
  /// is not known. $1 is the table of the step, as `public.account`, and $2 the SQLSTATE.
  static let question = """
    WITH told AS (
      SELECT t.*, c.oid FROM (
        SELECT j.told ->> 'home' AS home, j.told ->> 'relation' AS relation, j.told ->> 'part' AS part,
          j.told ->> 'name' AS name, j.told ->> 'type' AS type,
          concat(' ', replace(j.told ->> 'context', chr(10), ' '), ' ') AS context
        FROM (SELECT current_setting('regapp.tried', true)::json AS told) AS j) AS t
        LEFT JOIN pg_namespace s ON s.nspname = t.home
        LEFT JOIN pg_class c ON c.relnamespace = s.oid AND c.relname = t.relation)
    SELECT kind, name FROM (
      SELECT 1 AS place, false AS is_elsewhere,
        CASE c.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' ELSE 'key' END AS kind,
        concat(quote_ident(c.conname), ' on ', c.conrelid::regclass) AS name
      FROM told JOIN pg_constraint c ON c.conname = nullif(told.name, '') AND c.conrelid = told.oid
      UNION ALL
      SELECT 2, false, 'index', concat(quote_ident(x.relname), ' on ', i.indrelid::regclass)
      FROM told JOIN pg_class x ON x.relname = nullif(told.name, '')
        JOIN pg_index i ON i.indexrelid = x.oid AND i.indrelid = told.oid
      UNION ALL
      SELECT 3, false, 'domain', quote_ident(told.type) FROM told WHERE told.type <> ''
      UNION ALL
      SELECT 4, false, 'trigger', concat(quote_ident(t.tgname), ' on ', t.tgrelid::regclass)
      FROM told JOIN pg_trigger t ON NOT t.tgisinternal
        AND t.tgfoid IS DISTINCT FROM to_regprocedure('\(Schema.accountChanged.signature)')::oid
        AND strpos(told.context, concat(' ', t.tgfoid::regprocedure, ' ')) > 0
      UNION ALL
      SELECT 5, false, 'event trigger', quote_ident(e.evtname)
      FROM told JOIN pg_event_trigger e
        ON strpos(told.context, concat(' ', e.evtfoid::regprocedure, ' ')) > 0
      UNION ALL
      SELECT 6, false, 'column',
        concat(quote_ident(told.home), '.', quote_ident(told.relation), '.', quote_ident(told.part))
      FROM told WHERE told.part <> ''
      UNION ALL
      -- A step may write to more than its table.
      SELECT 7, p.place IS DISTINCT FROM $1, p.kind, p.name
      FROM (\(ServerRefusal.Addition.publications.question))
        AS p (kind, name, place, mend, index, states)
      WHERE $2 = ANY (string_to_array(p.states, ','))
      UNION ALL
      SELECT 8, false, 'sequence', c.oid::regclass::text
      FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S'
      WHERE $2 = '2200H' AND d.refobjid = to_regclass($1)::oid AND d.deptype IN ('i', 'a')
        AND d.classid = 'pg_class'::regclass
    ) AS found ORDER BY place, is_elsewhere, name LIMIT 1
    """
}
