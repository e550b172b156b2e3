extension Schema {
  /// Begins the record of logins with one that was kept elsewhere, beside none that is there. Times
  /// are the owner's to write. An empty text stands for none, and so does a moment before 1970.
  static let copyLogins = Function(
    name: "regapp_copy_logins",
    parameters: [
      ("begun", "int8"), ("times", "int8[]"), ("names", "text[]"), ("answers", "text[]"),
      ("services", "text[]"), ("addresses", "text[]"), ("seen_names", "text[]"),
      ("successes", "int8[]"), ("failed", "int8[]"),
    ],
    result: "void", isStable: false, declarations: "",
    statements: """
        IF EXISTS (SELECT FROM public.seen s WHERE s.key <> '')
          OR EXISTS (SELECT FROM public.attempt a WHERE a.key <> '')
        THEN
          RAISE insufficient_privilege USING MESSAGE = 'there is a record of logins already';
        END IF;
        INSERT INTO public.attempt (at, key, answer, service, address)
        SELECT to_timestamp(c.time), nullif(c.name, ''), left(c.answer, 16),
          nullif(left(c.service, 32), ''), nullif(c.address, '')::inet
        FROM unnest(times, names, answers, services, addresses) WITH ORDINALITY
          AS c (time, name, answer, service, address, number)
        ORDER BY c.number;
        INSERT INTO public.seen (key, since, failures) VALUES ('', to_timestamp(begun), 0)
        ON CONFLICT (key) DO UPDATE SET since = EXCLUDED.since;
        INSERT INTO public.seen (key, since, success, failures)
        SELECT c.name, to_timestamp(begun),
          CASE WHEN c.success >= 0 THEN to_timestamp(c.success) END, least(c.failures, 1000000000)
        FROM unnest(seen_names, successes, failed) AS c (name, success, failures)
        WHERE c.name <> '';
      """,
    roles: [])
}
