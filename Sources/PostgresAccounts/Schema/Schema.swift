#if Postgres
  /// The tables, as `migrate` makes them. Every name is written with its schema: nothing that another
  /// puts on the search path is taken for ours.
  enum Schema {
    /// The version that this program makes.
    static let version = 1
    /// The versions that it works with: its own and the next, so that programs and tables need not be
    /// renewed at one moment.
    static let known = version...version + 1

    static let manager = "regapp_manager"
    static let login = "regapp_login"

    /// The statements of each step, by the version that they lead to.
    static let steps: [[String]] = [tables + functions + rights]

    private static let tables = [
      """
      CREATE TABLE public.base (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        schema int NOT NULL,
        rules text NOT NULL,
        own text,
        version bigint NOT NULL DEFAULT 1,
        secret bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
      """,
      // The password is checked here once more: none that was typed is ever kept.
      #"""
      CREATE TABLE public.account (
        key text COLLATE "C" PRIMARY KEY CHECK (key <> ''),
        email_key text COLLATE "C" UNIQUE,
        username_key text COLLATE "C" UNIQUE,
        first_name_key text COLLATE "C",
        password text CHECK (password ~ '^[!*]+$|^[!*]*(\$|\{SHA\})'),
        doc text NOT NULL,
        closed boolean NOT NULL,
        disabled boolean NOT NULL,
        valid_from date,
        valid_until date,
        version bigint NOT NULL DEFAULT 1,
        op uuid NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      ) WITH (fillfactor = 90)
      """#,
      "CREATE INDEX account_first_name ON public.account (first_name_key)",
      """
      CREATE TABLE public.change (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        op uuid UNIQUE NOT NULL,
        "user" text,
        "by" text,
        did text NOT NULL)
      """,
      // One change may concern an account several times, in order.
      """
      CREATE TABLE public.change_account (
        change bigint REFERENCES public.change,
        place int,
        key text COLLATE "C" NOT NULL,
        entry text NOT NULL,
        PRIMARY KEY (change, place))
      """,
      "CREATE INDEX change_account_key ON public.change_account (key, change)",
      """
      CREATE TABLE public.throttle (
        name_hash bytea PRIMARY KEY,
        failed int NOT NULL,
        last timestamptz NOT NULL,
        pending int NOT NULL,
        since timestamptz NOT NULL
      ) WITH (fillfactor = 50)
      """,
      // For services that check passwords themselves. Of a locked account there is no hash to give.
      """
      CREATE VIEW public.login AS
      SELECT name, email_key AS email, username_key AS username, password
      FROM public.account, LATERAL (VALUES (email_key), (username_key)) AS names (name)
      WHERE name IS NOT NULL AND NOT closed AND NOT disabled AND password !~ '^[!*]'
        AND (valid_from IS NULL OR valid_from <= current_date)
        AND (valid_until IS NULL OR valid_until >= current_date)
      """,
      "INSERT INTO public.base (schema, rules) VALUES (1, '\"register\"')",
    ]

    /// All that logging in needs, for a role that may do nothing else: who takes over a login server
    /// can ask for one account after another, and cannot list them.
    private static let functions = [
      """
      CREATE FUNCTION public.regapp_find(sought_email text, sought_username text, sought_first text)
      RETURNS TABLE (
        schema int, rules text, may_write boolean, is_empty boolean,
        key text, doc text, password text, version bigint, op uuid)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      #variable_conflict use_column
      DECLARE
        writes boolean := has_table_privilege(session_user, 'public.account', 'UPDATE');
        is_any boolean := false;
      BEGIN
        IF sought_email IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, writes, false, a.key, a.doc, a.password, a.version, a.op
            FROM public.base b, public.account a WHERE a.email_key = sought_email;
          is_any := FOUND;
        END IF;
        IF sought_username IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, writes, false, a.key, a.doc, a.password, a.version, a.op
            FROM public.base b, public.account a WHERE a.username_key = sought_username
              AND (sought_email IS NULL OR a.email_key IS DISTINCT FROM sought_email);
          is_any := is_any OR FOUND;
        END IF;
        IF sought_first IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, writes, false, a.key, a.doc, a.password, a.version, a.op
            FROM public.base b, public.account a WHERE a.first_name_key = sought_first
            ORDER BY a.key LIMIT 5;
          is_any := is_any OR FOUND;
        END IF;
        IF NOT is_any THEN
          RETURN QUERY
            SELECT b.schema, b.rules, writes, NOT EXISTS (SELECT FROM public.account),
              NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::uuid
            FROM public.base b;
        END IF;
      END $$
      """,
      // Of the name, a keyed hash is kept: people type passwords where a name is asked for, and who
      // reads this table alone learns none. Attempts whose end nobody reported within ten seconds
      // count as failed: a killed guess is a guess.
      """
      CREATE FUNCTION public.regapp_attempt(name text) RETURNS int
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        now timestamptz := clock_timestamp();
        counted public.throttle;
        rest double precision;
      BEGIN
        -- No account has such a name, and nobody waits for it.
        IF name IS NULL OR length(name) > 1000 THEN RETURN 0; END IF;
        INSERT INTO public.throttle AS t
        VALUES ((SELECT sha256(b.secret || convert_to(name, 'UTF8')) FROM public.base b), 0, now, 0, now)
        ON CONFLICT (name_hash) DO UPDATE SET failed = t.failed
        RETURNING t.* INTO counted;
        now := clock_timestamp();
        IF counted.pending > 0 AND counted.since < now - interval '10 seconds' THEN
          counted.failed := least(counted.failed + counted.pending, 64);
          counted.last := counted.since + interval '10 seconds';
          counted.pending := 0;
        END IF;
        IF counted.pending = 0 AND counted.last < now - interval '1 day' THEN
          counted.failed := 0;
        END IF;
        counted.last := least(counted.last, now);
        IF counted.failed > 4 THEN
          rest := least(2.0 ^ least(counted.failed - 5, 10), 900)
            - extract(epoch FROM now - counted.last);
          IF rest > 0 THEN RETURN ceil(rest); END IF;
        END IF;
        IF counted.pending > 0 AND counted.failed + counted.pending > 4 THEN RETURN -1; END IF;
        UPDATE public.throttle t
        SET failed = counted.failed, last = counted.last, pending = counted.pending + 1, since = now
        WHERE t.name_hash = counted.name_hash;
        IF random() < 0.01 THEN
          DELETE FROM public.throttle t
          WHERE t.last < now - interval '1 day' AND t.since < now - interval '1 day';
        END IF;
        RETURN 0;
      END $$
      """,
      """
      CREATE FUNCTION public.regapp_attempted(name text, result text) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      BEGIN ATOMIC
        UPDATE public.throttle t SET
          failed = CASE WHEN result = 'succeeded' THEN 0
            WHEN result = 'failed' AND t.pending > 0 THEN least(t.failed + 1, 64)
            ELSE t.failed END,
          last = CASE WHEN result = 'failed' AND t.pending > 0 THEN clock_timestamp()
            ELSE t.last END,
          pending = greatest(t.pending - 1, 0), since = clock_timestamp()
        WHERE t.name_hash = (SELECT sha256(b.secret || convert_to(name, 'UTF8')) FROM public.base b);
      END
      """,
      """
      CREATE FUNCTION public.regapp_forget_attempts(names text[]) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      BEGIN ATOMIC
        UPDATE public.throttle t SET failed = 0
        WHERE t.name_hash IN
          (SELECT sha256(b.secret || convert_to(name, 'UTF8'))
            FROM public.base b, unnest(names) AS name);
      END
      """,
    ]

    private static let rights = [
      """
      REVOKE ALL ON public.base, public.account, public.change, public.change_account,
        public.throttle, public.login FROM PUBLIC
      """,
      """
      REVOKE ALL ON FUNCTION public.regapp_find(text, text, text), public.regapp_attempt(text),
        public.regapp_attempted(text, text), public.regapp_forget_attempts(text[]) FROM PUBLIC
      """,
      "GRANT USAGE ON SCHEMA public TO \(manager), \(login)",
      "GRANT SELECT, INSERT, UPDATE, DELETE ON public.account, public.change_account TO \(manager)",
      "GRANT SELECT, INSERT, UPDATE ON public.change TO \(manager)",
      """
      GRANT SELECT (one, schema, rules, own, version), UPDATE (rules, own, version) ON public.base
      TO \(manager)
      """,
      """
      GRANT EXECUTE ON FUNCTION public.regapp_find(text, text, text), public.regapp_attempt(text),
        public.regapp_attempted(text, text) TO \(manager), \(login)
      """,
      "GRANT EXECUTE ON FUNCTION public.regapp_forget_attempts(text[]) TO \(manager)",
    ]
  }
#endif
