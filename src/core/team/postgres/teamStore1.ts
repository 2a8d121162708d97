/**
 * The first version of the team store. Never edited once it was released: what changes later is a migration of its own
 * (`migrations.ts`).
 *
 * Everything of a study is keyed by (study, bucket), bucket = hash of the item's id modulo 64: an item, its slots, its
 * leases and the lines about it share a bucket, so appending is a transaction of one shard where the tables are
 * distributed by bucket. Nobody but the owner has a privilege on a table. People have the functions alone
 * that `invite` grants, more where they lead; these know them by their database role (`session_user`).
 *
 * Locks are taken in one order everywhere: study, member, head, slot, lease, each by bucket and number. A claim does not
 * wait for slots, so it may take them in any order. None is an advisory lock, which every role of the server could hold.
 */

/**
 * How functions run. No message below a warning reaches the client: with "debug_print_plan" it would be the plans of
 * the owner's statements, with the names that stand in them.
 */
export const asOwner = `language plpgsql security definer
set search_path = pg_catalog, pg_temp set client_min_messages = warning`;

export const teamStore1 = String.raw`
create schema tiebreak;
revoke all on schema tiebreak from public;

create table tiebreak.schema_version (version int primary key, applied timestamptz not null default now());

create table tiebreak.study (
  id int generated always as identity primary key,
  name text not null unique,
  lease_minutes int not null default 30 check (lease_minutes between 1 and 10080),
  most_held int not null default 1000 check (most_held > 0),
  per_item int not null default 1 check (per_item > 0),
  published int not null default 0,
  control_rate double precision not null default 0 check (control_rate between 0 and 0.5),
  closed timestamptz
);

-- "parts": all that somebody ever was, as lines of that time may come late.
create table tiebreak.member (
  study int not null references tiebreak.study,
  name text not null check (name <> ''),
  role name not null,
  part text not null check (part in ('annotator', 'adjudicator', 'lead')),
  parts text[] not null,
  seen timestamptz,
  removed timestamptz,
  primary key (study, name),
  unique (study, role)
);

-- "number" counts the items of a bucket; it never changes, and what is shown of an item neither.
create table tiebreak.item (
  study int not null,
  bucket smallint not null,
  number int not null,
  id text not null,
  real_id text not null,
  shown text not null,
  hidden text not null,
  primary key (study, bucket, number)
);
-- Ids may be longer than an entry of an index.
create unique index item_id on tiebreak.item (study, bucket, md5(id));
create index item_real on tiebreak.item (study, md5(real_id));

-- "free": how many people may still take it: "wants" less those who hold or judged it; below 0 where lines came late.
-- It is kept for kind 0 alone.
-- "kind": 0 for "wants" people, 1 for everybody (a control item), 2 for everybody before all else (a test), 3 for nobody
-- any more (withdrawn). "published": the last publication that held it.
create table tiebreak.slot (
  study int not null,
  bucket smallint not null,
  number int not null,
  kind smallint not null check (kind between 0 and 3),
  wants int not null check (wants between 0 and 1000000),
  free int not null,
  disputed boolean not null default false,
  settled boolean not null default false,
  published int not null default 0,
  primary key (study, bucket, number)
);
create index slot_free on tiebreak.slot (study, bucket, number) where free > 0 and kind = 0;
create index slot_control on tiebreak.slot (study, kind) where kind > 0;
create index slot_disputed on tiebreak.slot (study, bucket, number) where disputed and not settled;

-- "state": 0 leased, 1 judged, 2 skipped. A lease that ran out is a row until somebody gives it back ("reap").
-- "adjudicates": as an adjudicator, which takes no slot; one person may have both.
create table tiebreak.lease (
  study int not null,
  bucket smallint not null,
  number int not null,
  member text not null,
  state smallint not null,
  until timestamptz not null,
  adjudicates boolean not null default false,
  primary key (study, bucket, number, member, adjudicates)
);
create index lease_held on tiebreak.lease (study, member, until) where state = 0;
create index lease_until on tiebreak.lease (study, until) where state = 0;

create table tiebreak.head (
  study int not null,
  bucket smallint not null,
  journal text not null,
  head int not null,
  primary key (study, bucket, journal)
);

-- "place": the line's number in the journal file, from 1. "state": what an annotation says that counts, 1 judged, 2
-- skipped; null of all else. "retracts": the annotation that a retraction takes back. "by_id": names the item by the id
-- that people see, not by its real one.
create table tiebreak.line (
  study int not null,
  bucket smallint not null,
  journal text not null,
  number int not null,
  id text not null,
  item int,
  state smallint,
  turn text,
  retracts text,
  adjudicates boolean not null,
  by_id boolean not null,
  place int not null,
  text text not null,
  primary key (study, bucket, journal, number)
);
create unique index line_id on tiebreak.line (study, bucket, journal, id);
create index line_item on tiebreak.line (study, bucket, item, journal) where item is not null;

-- "version": never the same twice, so that a document that was removed and made again is another one.
create sequence tiebreak.document_version as int;

-- "shown": what others than leads get of it; null where they get nothing.
create table tiebreak.document (
  study int not null references tiebreak.study,
  name text not null,
  version int not null,
  text text not null,
  shown text,
  primary key (study, name)
);

-- Without a search path of its own, so that it becomes a part of the statements that call it.
create function tiebreak.bucket_of(p_item text) returns smallint
language sql immutable parallel safe as $$
  select (('x' operator(pg_catalog.||) pg_catalog.substr(pg_catalog.md5(p_item), 1, 4))::pg_catalog.bit(16)::pg_catalog.int4
    operator(pg_catalog.%) 64)::pg_catalog.int2
$$;

create function tiebreak.refuse(p_code text, p_what text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise log 'tiebreak: refused % (%): %', session_user, p_code, p_what;
  raise exception using errcode = p_code, message = p_what;
end $$;

create function tiebreak.member_of(p_study text, p_needs text default null) returns tiebreak.member
${asOwner} as $$
declare found_member tiebreak.member;
begin
  select m.* into found_member from tiebreak.member m join tiebreak.study s on s.id = m.study
    where s.name = p_study and m.role = session_user;
  if not found then perform tiebreak.refuse('TB001', 'not a member of this study'); end if;
  if found_member.removed is not null then perform tiebreak.refuse('TB002', 'no longer a member of this study'); end if;
  if p_needs is not null and found_member.part <> p_needs then perform tiebreak.refuse('TB003', 'only for leads'); end if;
  if found_member.seen is null or found_member.seen < now() - interval '20 seconds' then
    -- Without waiting, as another desk of the same person may be at it.
    update tiebreak.member m set seen = now() from (select o.study, o.name from tiebreak.member o
        where o.study = found_member.study and o.name = found_member.name for no key update skip locked) o
      where m.study = o.study and m.name = o.name;
  end if;
  return found_member;
end $$;

-- Who one is, in which study, and which version the store has. Its name and the names of its fields never change.
create function tiebreak.me(p_study text) returns json
${asOwner} as $$
declare m tiebreak.member; s tiebreak.study;
begin
  m := tiebreak.member_of(p_study);
  select * into s from tiebreak.study where id = m.study;
  return json_build_object('schema', (select max(version) from tiebreak.schema_version), 'study', s.name,
    'name', m.name, 'part', m.part, 'closed', s.closed is not null, 'leaseMinutes', s.lease_minutes);
end $$;

-- Gives back leases: one slot is free for each that took one. Of a member, of these items or all. Returns how many.
create function tiebreak.give_back(p_study int, p_member text, p_items text[]) returns int
${asOwner} as $$
declare r record; v_count int := 0;
begin
  for r in
    select k.bucket, k.number, l.adjudicates from tiebreak.lease l
      join tiebreak.slot k on k.study = l.study and k.bucket = l.bucket and k.number = l.number
      join tiebreak.item i on i.study = l.study and i.bucket = l.bucket and i.number = l.number
      where l.study = p_study and l.member = p_member and l.state = 0 and (p_items is null or i.id = any(p_items))
      order by k.bucket, k.number for update of k
  loop
    delete from tiebreak.lease l
      where l.study = p_study and l.bucket = r.bucket and l.number = r.number and l.member = p_member
        and l.adjudicates = r.adjudicates and l.state = 0;
    continue when not found;
    v_count := v_count + 1;
    update tiebreak.slot k set free = k.free + 1
      where k.study = p_study and k.bucket = r.bucket and k.number = r.number and k.kind = 0 and not r.adjudicates;
  end loop;
  return v_count;
end $$;

-- Gives back leases that ran out: at most 200 at a time.
create function tiebreak.reap(p_study int) returns void
${asOwner} as $$
declare r record;
begin
  for r in
    select l.bucket, l.number, l.member, l.adjudicates from tiebreak.lease l
      join tiebreak.slot k on k.study = l.study and k.bucket = l.bucket and k.number = l.number
      where l.study = p_study and l.state = 0 and l.until < now() limit 200 for update of k, l skip locked
  loop
    delete from tiebreak.lease l
      where l.study = p_study and l.bucket = r.bucket and l.number = r.number and l.member = r.member
        and l.adjudicates = r.adjudicates and l.state = 0;
    continue when not found;
    update tiebreak.slot k set free = k.free + 1
      where k.study = p_study and k.bucket = r.bucket and k.number = r.number and k.kind = 0 and not r.adjudicates;
  end loop;
end $$;

-- Leases up to p_count items for p_minutes (at least the study's lease, at most a week). An adjudicator gets disputed
-- items with the lines about them, everybody else what they may judge, without lines.
create function tiebreak.claim(p_study text, p_count int, p_minutes int default 0)
returns table (id text, shown text, until timestamptz, lines text[])
${asOwner} as $$
#variable_conflict use_column
declare
  m tiebreak.member; s tiebreak.study; r record; b int; v_pivot int; v_until timestamptz; v_count int; v_controls int;
  v_buckets smallint[] := '{}'; v_numbers int[] := '{}'; v_adjudicates boolean;
begin
  m := tiebreak.member_of(p_study);
  select * into s from tiebreak.study where id = m.study;
  if s.closed is not null or m.part = 'lead' then return; end if;
  v_adjudicates := m.part = 'adjudicator';
  -- One claim of a person at a time, or two of them would go past what one may hold.
  perform from tiebreak.member a where a.study = m.study and a.name = m.name for no key update;
  perform tiebreak.reap(s.id);
  v_until := now() + make_interval(mins => least(greatest(coalesce(p_minutes, 0), s.lease_minutes), 10080));
  v_count := least(greatest(coalesce(p_count, 0), 0), s.most_held - (select count(*)::int from tiebreak.lease l
    where l.study = s.id and l.member = m.name and l.state = 0));
  if v_count <= 0 then return; end if;
  if v_adjudicates then
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.disputed and not k.settled and not exists (select from tiebreak.lease l
          where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.adjudicates
            and (l.state = 0 or l.member = m.name))
        limit v_count for update skip locked
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
  else
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.kind = 2 and not exists (select from tiebreak.lease l where l.study = k.study
          and l.bucket = k.bucket and l.number = k.number and l.member = m.name and not l.adjudicates)
        order by k.bucket, k.number limit v_count
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
    v_controls := floor((v_count - cardinality(v_numbers)) * s.control_rate + random())::int;
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.kind = 1 and not exists (select from tiebreak.lease l where l.study = k.study
          and l.bucket = k.bucket and l.number = k.number and l.member = m.name and not l.adjudicates)
        order by random() limit case when s.control_rate > 0 then v_controls else 0 end
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
    for b in select g from generate_series(0, 63) g order by random() loop
      exit when cardinality(v_numbers) >= v_count;
      select (random() * coalesce(max(k.number), 0))::int into v_pivot from tiebreak.slot k
        where k.study = s.id and k.bucket = b;
      for r in
        select k.bucket, k.number from tiebreak.slot k
          where k.study = s.id and k.bucket = b and k.kind = 0 and k.free > 0 and k.number >= v_pivot
            and not exists (select from tiebreak.lease l where l.study = k.study
              and l.bucket = k.bucket and l.number = k.number and l.member = m.name and not l.adjudicates)
          order by k.number limit v_count - cardinality(v_numbers) for update skip locked
      loop
        v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
      end loop;
      for r in
        select k.bucket, k.number from tiebreak.slot k
          where k.study = s.id and k.bucket = b and k.kind = 0 and k.free > 0 and k.number < v_pivot
            and not exists (select from tiebreak.lease l where l.study = k.study
              and l.bucket = k.bucket and l.number = k.number and l.member = m.name and not l.adjudicates)
          order by k.number limit v_count - cardinality(v_numbers) for update skip locked
      loop
        v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
      end loop;
    end loop;
  end if;
  -- What was looked at above may be older than the locks: only what is really new is taken and given out.
  return query
    with got as (
      insert into tiebreak.lease as n (study, bucket, number, member, adjudicates, state, until)
        select s.id, u.bucket, u.number, m.name, v_adjudicates, 0, v_until
          from unnest(v_buckets, v_numbers) as u(bucket, number)
          where not v_adjudicates or not exists (select from tiebreak.lease l where l.study = s.id
            and l.bucket = u.bucket and l.number = u.number and l.adjudicates and l.state = 0)
          order by u.bucket, u.number
        on conflict do nothing returning n.bucket, n.number),
    taken as (
      update tiebreak.slot k set free = k.free - 1 from got g
        where k.study = s.id and k.bucket = g.bucket and k.number = g.number and k.kind = 0 and not v_adjudicates)
    select i.id, i.shown, v_until,
      case when v_adjudicates then array(select l.text from tiebreak.line l
        where l.study = s.id and l.bucket = i.bucket and l.item = i.number and l.by_id order by l.journal, l.number) end
    from got g
    join tiebreak.item i on i.study = s.id and i.bucket = g.bucket and i.number = g.number
    join tiebreak.slot k on k.study = s.id and k.bucket = g.bucket and k.number = g.number
    order by k.kind = 2 desc, md5(i.id || m.name);
end $$;

-- Keeps one's leases for p_minutes (at least the study's lease, at most a week); those that are still one's own, with the
-- time until which. None is made shorter.
create function tiebreak.renew(p_study text, p_minutes int default 0) returns table (id text, until timestamptz)
${asOwner} as $$
#variable_conflict use_column
declare m tiebreak.member; v_minutes int;
begin
  m := tiebreak.member_of(p_study);
  select least(greatest(coalesce(p_minutes, 0), s.lease_minutes), 10080) into v_minutes
    from tiebreak.study s where s.id = m.study;
  -- In the order in which a desk that appends takes them.
  perform from tiebreak.lease l where l.study = m.study and l.member = m.name and l.state = 0
    order by l.bucket, l.number, l.adjudicates for update;
  return query
    with kept as (
      update tiebreak.lease l set until = greatest(l.until, now() + make_interval(mins => v_minutes))
        where l.study = m.study and l.member = m.name and l.state = 0
        returning l.bucket, l.number, l.until)
    select i.id, max(k.until) from kept k
      join tiebreak.item i on i.study = m.study and i.bucket = k.bucket and i.number = k.number group by i.id;
end $$;

-- Gives back one's leases: of these items, or all. Returns how many.
create function tiebreak.release(p_study text, p_items text[] default null) returns int
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study);
  return tiebreak.give_back(m.study, m.name, p_items);
end $$;

create type tiebreak.facts as (annotator text, id text, item text, role text, type text, turn text, context text,
  repeat text, retracts text, origin json, judgement json);

-- What a line says of itself, where it is a JSON object; else null. Of keys that are there twice the last one counts, as
-- JavaScript has it. Texts that PostgreSQL cannot hold (a zero character, half a surrogate pair) are read as U+FFFD.
create function tiebreak.facts_of(p_text text) returns tiebreak.facts
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare d json; f tiebreak.facts; v_try int; v_kind text; v_skip json;
begin
  for v_try in 1..2 loop
    begin
      d := case v_try when 1 then p_text
        else regexp_replace(p_text, '\\u(0000|[dD][89abcdefABCDEF][0-9a-fA-F]{2})', '\\ufffd', 'g') end;
      if json_typeof(d) <> 'object' then return null; end if;
      f := json_populate_record(null::tiebreak.facts, d);
      -- Read here, where what cannot be read is caught.
      v_kind := f.origin ->> 'kind';
      v_skip := f.judgement -> 'skip';
      return f;
    exception when others then null;
    end;
  end loop;
  return null;
end $$;

-- What stands of a journal on an item: 1 a judgement, 2 a skip, null neither. Of the whole and of each turn the latest
-- counts that was not taken back, and a judgement before a skip ("Replay.counted").
create function tiebreak.standing(p_study int, p_bucket int, p_item int, p_journal text, p_adjudicates boolean)
returns smallint language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(x.state) from (
    select distinct on (l.turn) l.state from tiebreak.line l
      where l.study = p_study and l.bucket = p_bucket and l.item = p_item and l.journal = p_journal
        and l.adjudicates = p_adjudicates and l.state is not null
        and not exists (select from tiebreak.line o
          where o.study = p_study and o.bucket = p_bucket and o.item = p_item and o.journal = p_journal
            and o.adjudicates = p_adjudicates and o.retracts = l.id)
      order by l.turn, l.id collate "C" desc) x
$$;

-- Appends lines to a journal: [{id, item, place, text}, …], at most 1000 and 32 MB; those that are there are passed
-- over, by their ids. Returns how many were new. A line is kept byte for byte. It counts for its item whether leased or
-- not: late lines are never refused.
create function tiebreak.append(p_study text, p_journal text, p_lines json) returns int
${asOwner}
-- Each statement finds a few rows by a key: planned once a connection, whatever the size of a table was then.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  m tiebreak.member; r record; f tiebreak.facts; v_bucket int := -1; v_head int; v_added int := 0;
  v_adjudicates boolean; v_counts boolean; v_state smallint; v_before smallint; v_standing smallint;
begin
  m := tiebreak.member_of(p_study);
  if m.part <> 'lead' and p_journal is distinct from m.name then
    perform tiebreak.refuse('TB003', 'not your journal');
  end if;
  if p_journal is null or p_journal = '' or octet_length(p_journal) > 1000 then
    perform tiebreak.refuse('TB004', 'not a journal''s name');
  end if;
  if json_typeof(p_lines) is distinct from 'array' or json_array_length(p_lines) > 1000
    or octet_length(p_lines::text) > 32 * 1024 * 1024 then
    perform tiebreak.refuse('TB004', 'too many lines at once, or not a list');
  end if;
  for r in
    select x.id, x.place, x.text, x.item, i.number,
        coalesce(i.bucket, tiebreak.bucket_of(coalesce(x.item, x.id))) as bucket, coalesce(i.by_id, false) as by_id
      from (select e ->> 'id' as id, e ->> 'item' as item, (e ->> 'place')::int as place, e ->> 'text' as text
        from json_array_elements(p_lines) e) x
      left join lateral (
        select o.bucket, o.number, true as by_id from tiebreak.item o
          where o.study = m.study and o.bucket = tiebreak.bucket_of(x.item) and md5(o.id) = md5(x.item) and o.id = x.item
        union all
        (select o.bucket, o.number, false from tiebreak.item o
          where 'lead' = any(m.parts) and o.study = m.study and md5(o.real_id) = md5(x.item) and o.real_id = x.item
          order by o.bucket, o.number limit 1)
        limit 1) i on true
      order by bucket, number nulls first, place
  loop
    if r.id is null or r.text is null or r.place is null or octet_length(r.id) > 200 or r.place < 1
      or position(E'\n' in r.text) > 0 then
      perform tiebreak.refuse('TB004', 'not a line');
    end if;
    f := tiebreak.facts_of(r.text);
    v_adjudicates := coalesce(f.role = 'adjudicator', false);
    if m.part <> 'lead' and (f.annotator is distinct from m.name or f.id is distinct from r.id
      or f.item is distinct from r.item or (r.number is null and not 'lead' = any(m.parts))
      or (f.role is not null and not v_adjudicates)
      or not m.parts && array[case when v_adjudicates then 'adjudicator' else 'annotator' end, 'lead']) then
      perform tiebreak.refuse('TB003', 'not a line of yours about an item of this study');
    end if;
    if r.bucket <> v_bucket then
      v_bucket := r.bucket;
      select h.head into v_head from tiebreak.head h
        where h.study = m.study and h.bucket = v_bucket and h.journal = p_journal for update;
      if not found then
        insert into tiebreak.head (study, bucket, journal, head) values (m.study, v_bucket, p_journal, 0)
          on conflict do nothing;
        select h.head into v_head from tiebreak.head h
          where h.study = m.study and h.bucket = v_bucket and h.journal = p_journal for update;
      end if;
    end if;
    -- A line by a real id is in another bucket if it came before its item was published.
    continue when r.number is not null and not r.by_id and exists (select from generate_series(0, 63) g
      join tiebreak.line l on l.study = m.study and l.bucket = g and l.journal = p_journal and l.id = r.id);
    -- What is judged under a context, or came again, stands by itself.
    v_counts := f.context is null and f.repeat is null and (f.role is null or v_adjudicates);
    v_state := case when v_counts and f.type = 'annotation' and coalesce(f.origin ->> 'kind', 'human') = 'human'
      then case when f.judgement -> 'skip' is null then 1 else 2 end end;
    insert into tiebreak.line
        (study, bucket, journal, number, id, item, state, turn, retracts, adjudicates, by_id, place, text)
      values (m.study, v_bucket, p_journal, v_head + 1, r.id, r.number, v_state, f.turn,
        case when v_counts and f.type = 'retraction' then f.retracts end, v_adjudicates, r.by_id, r.place, r.text)
      on conflict (study, bucket, journal, id) do nothing;
    continue when not found;
    update tiebreak.head h set head = h.head + 1
      where h.study = m.study and h.bucket = v_bucket and h.journal = p_journal returning h.head into v_head;
    v_added := v_added + 1;
    continue when r.number is null or not v_counts or (v_state is null and f.type is distinct from 'retraction');
    -- The usual case: who judges for the first time what they hold changes no count, so the slot need not be locked. Only
    -- where nothing is locked after the lease: for a line that comes alone.
    if v_state = 1 and not v_adjudicates and json_array_length(p_lines) = 1 then
      update tiebreak.lease l set state = 1
        where l.study = m.study and l.bucket = v_bucket and l.number = r.number and l.member = p_journal
          and not l.adjudicates and l.state < 2
          and not exists (select from tiebreak.line o where o.study = m.study and o.bucket = v_bucket
            and o.item = r.number and o.journal = p_journal and o.id <> r.id);
      continue when found;
    end if;
    -- Nobody else writes lines of this journal here as long as its head is locked.
    v_standing := tiebreak.standing(m.study, v_bucket, r.number, p_journal, v_adjudicates);
    perform from tiebreak.slot k
      where k.study = m.study and k.bucket = v_bucket and k.number = r.number for update;
    v_before := (select l.state from tiebreak.lease l where l.study = m.study and l.bucket = v_bucket
      and l.number = r.number and l.member = p_journal and l.adjudicates = v_adjudicates);
    -- What was taken back is leased again, to the one who took it back.
    continue when v_standing is null and coalesce(v_before, 0) = 0;
    insert into tiebreak.lease as l (study, bucket, number, member, adjudicates, state, until)
      values (m.study, v_bucket, r.number, p_journal, v_adjudicates, coalesce(v_standing, 0),
        now() + make_interval(mins => (select s.lease_minutes from tiebreak.study s where s.id = m.study)))
      on conflict (study, bucket, number, member, adjudicates)
        do update set state = excluded.state, until = excluded.until;
    if v_adjudicates then
      update tiebreak.slot k set settled = exists (select from tiebreak.lease l where l.study = m.study
          and l.bucket = v_bucket and l.number = r.number and l.adjudicates and l.state = 1)
        where k.study = m.study and k.bucket = v_bucket and k.number = r.number;
    else
      -- A slot is taken by a lease and by a judgement, not by somebody who skipped.
      update tiebreak.slot k
        set free = k.free + coalesce((v_before < 2)::int, 0) - (coalesce(v_standing, 0) < 2)::int
        where k.study = m.study and k.bucket = v_bucket and k.number = r.number and k.kind = 0
          and coalesce(v_before < 2, false) <> (coalesce(v_standing, 0) < 2);
    end if;
  end loop;
  return v_added;
end $$;

-- How many lines each journal has, by bucket: {"ana": {"0": 3, …}, …}. Leads get all journals, others their own.
create function tiebreak.heads(p_study text) returns json
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study);
  return coalesce((select json_object_agg(j.journal, j.heads) from (
    select h.journal, json_object_agg(h.bucket, h.head) as heads from tiebreak.head h
      where h.study = m.study and h.head > 0 and (m.part = 'lead' or h.journal = m.name) group by h.journal) j), '{}'::json);
end $$;

-- Lines of a journal behind p_heads ({"0": 3, …}) by bucket and number: at most p_most (and 5000), and some 16 MB.
create function tiebreak.lines(p_study text, p_journal text, p_heads json default '{}', p_most int default 5000)
returns table (bucket smallint, number int, place int, text text)
${asOwner} set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare m tiebreak.member; r record; b int; v_left int; v_length bigint := 0;
begin
  m := tiebreak.member_of(p_study);
  if m.part <> 'lead' and p_journal is distinct from m.name then
    perform tiebreak.refuse('TB003', 'not your journal');
  end if;
  v_left := least(greatest(coalesce(p_most, 0), 0), 5000);
  -- Most buckets have nothing new.
  for b in
    select g from generate_series(0, 63) g, lateral (select h.head from tiebreak.head h
        where h.study = m.study and h.bucket = g and h.journal = p_journal limit 1) o
      where o.head > coalesce((p_heads ->> g::text)::int, 0) order by g
  loop
    for r in
      select l.bucket, l.number, l.place, l.text from tiebreak.line l
        where l.study = m.study and l.bucket = b and l.journal = p_journal
          and l.number > coalesce((p_heads ->> b::text)::int, 0)
        order by l.number limit v_left
    loop
      bucket := r.bucket; number := r.number; place := r.place; text := r.text;
      return next;
      v_left := v_left - 1;
      v_length := v_length + octet_length(r.text);
      if v_length >= 16 * 1024 * 1024 then return; end if;
    end loop;
    if v_left <= 0 then return; end if;
  end loop;
end $$;

-- The study's documents: without texts, or one with its text. Others than leads get what is shown to them.
create function tiebreak.document(p_study text, p_name text default null)
returns table (name text, version int, text text)
${asOwner} as $$
#variable_conflict use_column
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study);
  return query
    select d.name, d.version,
        case when p_name is null then null when m.part = 'lead' then d.text else d.shown end
      from tiebreak.document d
      where d.study = m.study and (p_name is null or d.name = p_name) and (m.part = 'lead' or d.shown is not null)
      order by d.name;
end $$;

-- Writes a document where it still has the version p_expected (0: there is none); null where it has another.
create function tiebreak.put_document(p_study text, p_name text, p_expected int, p_text text, p_shown text) returns int
${asOwner} as $$
declare m tiebreak.member; v_version int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  if p_expected = 0 then
    insert into tiebreak.document (study, name, version, text, shown)
      select m.study, p_name, nextval('tiebreak.document_version'), p_text, p_shown where p_text is not null
      on conflict do nothing returning version into v_version;
  elsif p_text is null then
    delete from tiebreak.document d where d.study = m.study and d.name = p_name and d.version = p_expected
      returning 0 into v_version;
  else
    update tiebreak.document d set version = nextval('tiebreak.document_version'), text = p_text, shown = p_shown
      where d.study = m.study and d.name = p_name and d.version = p_expected returning d.version into v_version;
  end if;
  return v_version;
end $$;

-- Adds items: [{id, realId, shown, hidden, kind, wants, judged: [names], skipped: [names]}, …]. Those that are there
-- keep who has them; how many are wanted (null: as before, or as the study says) and their kind may change. Returns how
-- many were new. With p_publication ("begin_publication") they are of that one.
create function tiebreak.publish(p_study text, p_items json, p_publication int default 0) returns int
${asOwner} as $$
declare m tiebreak.member; r record; v_added int; v_wants int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  -- One publisher at a time, so that the items of a bucket have the numbers 1, 2, 3, …
  select s.per_item into v_wants from tiebreak.study s where s.id = m.study for no key update;
  for r in
    select x.kind, x.wants, x.bucket, x.number from (
        select e.kind, e.wants, tiebreak.bucket_of(e.id) as bucket, (select i.number from tiebreak.item i
          where i.study = m.study and i.bucket = tiebreak.bucket_of(e.id) and md5(i.id) = md5(e.id) and i.id = e.id) as number
        from json_to_recordset(p_items) as e(id text, kind smallint, wants int)) x
      where x.number is not null order by x.bucket, x.number
  loop
    perform from tiebreak.slot k
      where k.study = m.study and k.bucket = r.bucket and k.number = r.number for update;
    update tiebreak.slot k set kind = r.kind, wants = coalesce(r.wants, k.wants),
        published = p_publication, free = coalesce(r.wants, k.wants) - (select count(*) from tiebreak.lease l
        where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.state < 2 and not l.adjudicates)
      where k.study = m.study and k.bucket = r.bucket and k.number = r.number
        and (k.kind <> r.kind or k.wants <> coalesce(r.wants, k.wants) or k.published <> p_publication);
  end loop;
  -- An item may stand in the list twice.
  with given as (select distinct on (e.id) e.id, tiebreak.bucket_of(e.id) as bucket, e."realId" as real_id, e.shown,
        e.hidden, e.kind, coalesce(e.wants, v_wants) as wants, e.judged, e.skipped, (select i.number from tiebreak.item i
          where i.study = m.study and i.bucket = tiebreak.bucket_of(e.id) and md5(i.id) = md5(e.id) and i.id = e.id) as number
      from json_to_recordset(p_items) as e(id text, "realId" text, shown text, hidden text, kind smallint, wants int,
        judged json, skipped json)),
    added as (select g.id, g.bucket, g.real_id, g.shown, g.hidden, g.kind, g.wants, g.judged, g.skipped, row_number() over (partition by g.bucket order by g.id) + coalesce(
        (select max(i.number) from tiebreak.item i where i.study = m.study and i.bucket = g.bucket), 0) as number
      from given g where g.number is null),
    people as (insert into tiebreak.lease (study, bucket, number, member, state, until)
      select m.study, a.bucket, a.number, p.name, min(p.state), now() from added a, lateral (
          select json_array_elements_text(a.judged) as name, 1 as state
          union all select json_array_elements_text(a.skipped), 2) p
        group by a.bucket, a.number, p.name),
    items as (insert into tiebreak.item (study, bucket, number, id, real_id, shown, hidden)
      select m.study, a.bucket, a.number, a.id, a.real_id, a.shown, a.hidden from added a order by a.bucket, a.number),
    slots as (insert into tiebreak.slot (study, bucket, number, kind, wants, published, free)
      select m.study, a.bucket, a.number, a.kind, a.wants, p_publication,
          a.wants - (select count(distinct j.name) from json_array_elements_text(a.judged) as j(name))
        from added a order by a.bucket, a.number
      returning 1)
  select count(*) into v_added from slots;
  return v_added;
end $$;

-- A publication of all items that the study has now: "publish" them, and "withdraw" the others.
create function tiebreak.begin_publication(p_study text) returns int
${asOwner} as $$
declare m tiebreak.member; v_publication int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  update tiebreak.study s set published = s.published + 1 where s.id = m.study returning s.published into v_publication;
  return v_publication;
end $$;

-- Gives out no more what a publication did not hold: items that changed, or are gone. What was judged of them stays.
-- Returns how many.
create function tiebreak.withdraw(p_study text, p_publication int) returns int
${asOwner} as $$
declare m tiebreak.member; v_count int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  perform from tiebreak.slot k where k.study = m.study and k.kind < 3 and k.published <> p_publication
    order by k.bucket, k.number for update;
  update tiebreak.slot k set kind = 3 where k.study = m.study and k.kind < 3 and k.published <> p_publication;
  get diagnostics v_count = row_count;
  delete from tiebreak.lease l using tiebreak.slot k where k.study = m.study and k.kind = 3
    and l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.state = 0 and not l.adjudicates;
  return v_count;
end $$;

-- Changes what of the study is given: how many people judge an item that is published from now on, the share of control
-- items (0 to 0.5), and how many minutes a lease lasts.
create function tiebreak.configure(p_study text, p_per_item int, p_control_rate double precision, p_lease_minutes int)
returns void
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  update tiebreak.study s set per_item = coalesce(p_per_item, s.per_item),
      control_rate = coalesce(p_control_rate, s.control_rate),
      lease_minutes = coalesce(p_lease_minutes, s.lease_minutes)
    where s.id = m.study;
end $$;

-- The items (by real id) that annotators disagree on: these, but those that an adjudicator settled meanwhile, and no
-- others wait for adjudicators. Returns how many there are.
create function tiebreak.dispute(p_study text, p_items json) returns int
${asOwner} as $$
declare m tiebreak.member; v_buckets smallint[]; v_numbers int[];
begin
  m := tiebreak.member_of(p_study, 'lead');
  select array_agg(x.bucket), array_agg(x.number) into v_buckets, v_numbers from (
    select distinct i.bucket, i.number from json_array_elements_text(p_items) e
      join tiebreak.item i on i.study = m.study and md5(i.real_id) = md5(e.value) and i.real_id = e.value) x;
  perform from tiebreak.slot k where k.study = m.study and (k.disputed and not k.settled
      or exists (select from unnest(v_buckets, v_numbers) as u(bucket, number)
        where u.bucket = k.bucket and u.number = k.number))
    order by k.bucket, k.number for update;
  update tiebreak.slot k set disputed = false where k.study = m.study and k.disputed and not k.settled
    and not exists (select from unnest(v_buckets, v_numbers) as u(bucket, number)
      where u.bucket = k.bucket and u.number = k.number);
  update tiebreak.slot k set disputed = true from unnest(v_buckets, v_numbers) as u(bucket, number)
    where k.study = m.study and k.bucket = u.bucket and k.number = u.number and not k.disputed;
  return coalesce(cardinality(v_numbers), 0);
end $$;

-- What is done, what is leased, and by whom.
create function tiebreak.status(p_study text) returns json
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  perform tiebreak.reap(m.study);
  return (
    with slots as (select count(*) filter (where k.kind < 3) as items,
        count(*) filter (where k.kind = 3) as withdrawn, coalesce(sum(k.wants) filter (where k.kind = 0), 0) as wanted,
        count(*) filter (where k.kind = 0 and k.free < 0 and k.wants < (select count(*) from tiebreak.lease l
          where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.state = 1
            and not l.adjudicates)) as over,
        count(*) filter (where k.kind in (1, 2)) as controls,
        count(*) filter (where k.disputed and not k.settled) as disputed,
        coalesce(sum(k.wants - greatest(k.free, 0)) filter (where k.kind = 0), 0) as taken
      from tiebreak.slot k where k.study = m.study),
    leases as (select l.member, count(*) filter (where l.state = 0 and not l.adjudicates) as own_leased,
        count(*) filter (where l.state = 1 and not l.adjudicates) as own_judged, count(*) filter (where l.state = 0) as leased,
        count(*) filter (where l.state = 1) as judged, count(*) filter (where l.state = 2) as skipped
      from tiebreak.lease l where l.study = m.study group by l.member),
    heads as (select h.journal, sum(h.head) as lines from tiebreak.head h where h.study = m.study group by h.journal)
    select json_build_object(
      'items', s.items, 'wanted', s.wanted, 'taken', s.taken, 'over', s.over, 'controls', s.controls, 'withdrawn', s.withdrawn, 'disputed', s.disputed,
      'leased', coalesce((select sum(l.own_leased) from leases l), 0),
      'judged', coalesce((select sum(l.own_judged) from leases l), 0),
      'lines', coalesce((select sum(h.lines) from heads h), 0),
      'closed', (select t.closed from tiebreak.study t where t.id = m.study),
      'members', (select coalesce(json_agg(json_build_object('name', a.name, 'part', a.part,
          'seen', a.seen, 'removed', a.removed is not null, 'leased', coalesce(l.leased, 0),
          'judged', coalesce(l.judged, 0), 'skipped', coalesce(l.skipped, 0), 'lines', coalesce(h.lines, 0))
          order by a.part desc, a.name), '[]'::json)
        from tiebreak.member a left join leases l on l.member = a.name left join heads h on h.journal = a.name
        where a.study = m.study))
    from slots s);
end $$;

-- Makes somebody a member, with a role of their own that can do nothing else; or gives a member a new password.
create function tiebreak.invite(p_study text, p_name text, p_part text, p_role text, p_verifier text) returns text
${asOwner} as $$
declare m tiebreak.member; v_role name; v_part text; f text;
begin
  m := tiebreak.member_of(p_study, 'lead');
  if p_name is null or p_name = '' or octet_length(p_name) > 1000
    or p_part is null or p_part not in ('annotator', 'adjudicator', 'lead') then
    perform tiebreak.refuse('TB004', 'not a name with its part');
  end if;
  if p_verifier is null or p_role is null or p_verifier !~ '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'
    or p_role !~ '^tiebreak_[0-9a-f]{16}$' then
    perform tiebreak.refuse('TB004', 'not a role with its verifier');
  end if;
  -- One invitation at a time, or two leads would make two roles for one person.
  perform from tiebreak.study s where s.id = m.study for no key update;
  select a.role, a.part into v_role, v_part from tiebreak.member a where a.study = m.study and a.name = p_name;
  if found then
    if v_role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
    if v_role !~ '^tiebreak_[0-9a-f]{16}$' then perform tiebreak.refuse('TB004', 'has a role of the server''s own'); end if;
    execute format('alter role %I login password %L', v_role, p_verifier);
    -- Whoever is in with the former password is no longer.
    begin
      perform pg_terminate_backend(s.pid) from pg_stat_get_activity(null) s
        where s.usesysid = (select o.oid from pg_roles o where o.rolname = v_role);
    exception when insufficient_privilege then null;
    end;
    update tiebreak.member a set part = p_part, removed = null,
        parts = case when p_part = any(a.parts) then a.parts else a.parts || p_part end
      where a.study = m.study and a.name = p_name;
    if p_part <> v_part then perform tiebreak.give_back(m.study, p_name, null); end if;
  else
    v_role := p_role;
    execute format('create role %I login noinherit connection limit 16 password %L', v_role, p_verifier);
    insert into tiebreak.member (study, name, role, part, parts)
      values (m.study, p_name, v_role, p_part, array[p_part]);
    -- Whoever is a member of a role may end its sessions ("remove").
    execute format('grant %I to %I', v_role, current_user);
    execute format('alter role %I set statement_timeout = %L', v_role, '60s');
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', v_role, '60s');
  end if;
  execute format('grant usage on schema tiebreak to %I', v_role);
  foreach f in array array['me(text)', 'claim(text, int, int)', 'renew(text, int)', 'release(text, text[])',
    'append(text, text, json)', 'heads(text)', 'lines(text, text, json, int)', 'document(text, text)'] loop
    execute format('grant execute on function tiebreak.%s to %I', f, v_role);
  end loop;
  foreach f in array array['put_document(text, text, int, text, text)', 'publish(text, json, int)', 'begin_publication(text)', 'withdraw(text, int)',
    'dispute(text, json)',
    'configure(text, int, double precision, int)',
    'status(text)', 'invite(text, text, text, text, text)', 'remove(text, text)', 'close(text, boolean)'] loop
    execute format(case when p_part = 'lead' then 'grant execute on function tiebreak.%s to %I'
      else 'revoke execute on function tiebreak.%s from %I' end, f, v_role);
  end loop;
  return v_role;
end $$;

-- Ends a membership: no log-in, no leases. What they sent stays.
create function tiebreak.remove(p_study text, p_name text) returns void
${asOwner} as $$
declare m tiebreak.member; a tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  select * into a from tiebreak.member x where x.study = m.study and x.name = p_name;
  if not found then perform tiebreak.refuse('TB005', 'no such member'); end if;
  if a.role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
  if a.role ~ '^tiebreak_[0-9a-f]{16}$' then
    execute format('alter role %I nologin', a.role);
    -- First of all, as an open transaction of theirs may hold the locks that are wanted next.
    begin
      perform pg_terminate_backend(s.pid, 2000) from pg_stat_get_activity(null) s
        where s.usesysid = (select o.oid from pg_roles o where o.rolname = a.role);
    exception when insufficient_privilege then null;
    end;
  end if;
  update tiebreak.member x set removed = now() where x.study = m.study and x.name = p_name;
  perform tiebreak.give_back(m.study, p_name, null);
end $$;

-- Ends a study, or opens it again: a closed one gives out no items, and takes what comes late.
create function tiebreak.close(p_study text, p_closed boolean) returns void
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  update tiebreak.study s set closed = case when p_closed then coalesce(s.closed, now()) end where s.id = m.study;
end $$;

revoke all on all functions in schema tiebreak from public;
revoke all on all tables in schema tiebreak from public;
revoke all on all sequences in schema tiebreak from public;
`;
