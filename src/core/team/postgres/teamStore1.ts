/**
 * The first version of the team store. Never edited once it was released: what changes later is a migration of its own
 * (`migrations.ts`).
 *
 * Everything of a study is keyed by (study, bucket), bucket = hash of the item's id modulo 64: an item, its slots, its
 * leases and the lines about it share a bucket, so appending is a transaction of one shard where the tables are
 * distributed by bucket. Nobody but the owner has a privilege on a table. People have the functions of `granted` alone,
 * which know them by their database role (`session_user`); leads have those of `ofLeads` too.
 *
 * Locks are taken in one order everywhere: head, slot (by bucket and number), lease.
 */
export const teamStore1 = String.raw`
create schema tiebreak;
revoke all on schema tiebreak from public;

create table tiebreak.schema_version (version int primary key, applied timestamptz not null default now());

create table tiebreak.study (
  id int generated always as identity primary key,
  name text not null unique,
  lease_minutes int not null default 30 check (lease_minutes between 1 and 10080),
  most_held int not null default 1000 check (most_held > 0),
  control_rate double precision not null default 0 check (control_rate between 0 and 0.5),
  closed timestamptz
);

create table tiebreak.member (
  study int not null references tiebreak.study,
  name text not null check (name <> ''),
  role name not null,
  part text not null check (part in ('annotator', 'adjudicator', 'lead')),
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
create unique index item_id on tiebreak.item (study, bucket, id);
create index item_real on tiebreak.item (study, real_id);

-- "free": how many people may still take it; below 0 where more judged it than were wanted (late lines).
-- "kind": 0 for "wants" people, 1 for everybody (a control item), 2 for everybody before all else (a test).
create table tiebreak.slot (
  study int not null,
  bucket smallint not null,
  number int not null,
  kind smallint not null,
  wants int not null,
  free int not null,
  disputed boolean not null default false,
  settled boolean not null default false,
  primary key (study, bucket, number)
);
create index slot_free on tiebreak.slot (study, bucket, number) where free > 0 and kind = 0;
create index slot_control on tiebreak.slot (study, kind) where kind > 0;
create index slot_disputed on tiebreak.slot (study, bucket, number) where disputed and not settled;

-- "state": 0 leased, 1 judged, 2 skipped. A lease that ran out is a row until somebody gives it back ("reap").
create table tiebreak.lease (
  study int not null,
  bucket smallint not null,
  number int not null,
  member text not null,
  state smallint not null,
  until timestamptz not null,
  primary key (study, bucket, number, member)
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

-- "place": the line's number in the journal file, from 1. "net": 1 an annotation, -1 a retraction, 0 all else.
create table tiebreak.line (
  study int not null,
  bucket smallint not null,
  journal text not null,
  number int not null,
  id text not null,
  item int,
  net smallint not null,
  place int not null,
  text text not null,
  primary key (study, bucket, journal, number)
);
create unique index line_id on tiebreak.line (study, bucket, journal, id);
create index line_item on tiebreak.line (study, bucket, item, journal) where item is not null;

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
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare found_member tiebreak.member;
begin
  select m.* into found_member from tiebreak.member m join tiebreak.study s on s.id = m.study
    where s.name = p_study and m.role = session_user;
  if not found then perform tiebreak.refuse('TB001', 'not a member of this study'); end if;
  if found_member.removed is not null then perform tiebreak.refuse('TB002', 'no longer a member of this study'); end if;
  if p_needs is not null and found_member.part <> p_needs then perform tiebreak.refuse('TB003', 'only for leads'); end if;
  if found_member.seen is null or found_member.seen < now() - interval '20 seconds' then
    update tiebreak.member m set seen = now() where m.study = found_member.study and m.name = found_member.name;
  end if;
  return found_member;
end $$;

-- Who one is, in which study, and which version the store has. Its name and the names of its fields never change.
create function tiebreak.me(p_study text) returns json
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; s tiebreak.study;
begin
  m := tiebreak.member_of(p_study);
  select * into s from tiebreak.study where id = m.study;
  return json_build_object('schema', (select max(version) from tiebreak.schema_version), 'study', s.name,
    'name', m.name, 'part', m.part, 'closed', s.closed is not null, 'leaseMinutes', s.lease_minutes);
end $$;

-- Gives back leases that ran out: at most 200 at a time.
create function tiebreak.reap(p_study int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare r record;
begin
  for r in
    select l.bucket, l.number, l.member, k.kind from tiebreak.lease l
      join tiebreak.slot k on k.study = l.study and k.bucket = l.bucket and k.number = l.number
      where l.study = p_study and l.state = 0 and l.until < now() limit 200 for update of k, l skip locked
  loop
    delete from tiebreak.lease l
      where l.study = p_study and l.bucket = r.bucket and l.number = r.number and l.member = r.member and l.state = 0;
    if found then
      update tiebreak.slot k set free = free + 1
        where k.study = p_study and k.bucket = r.bucket and k.number = r.number and k.kind = 0
          and not exists (select from tiebreak.member m
            where m.study = p_study and m.name = r.member and m.part = 'adjudicator');
    end if;
  end loop;
end $$;

-- Leases up to p_count items for p_minutes (at least the study's lease, at most a week). An adjudicator gets disputed
-- items with the lines about them, everybody else what they may judge, without lines.
create function tiebreak.claim(p_study text, p_count int, p_minutes int default 0)
returns table (id text, shown text, until timestamptz, lines text[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  m tiebreak.member; s tiebreak.study; r record; b int; start int; v_until timestamptz; v_count int; v_controls int;
  v_buckets smallint[] := '{}'; v_numbers int[] := '{}';
begin
  m := tiebreak.member_of(p_study);
  select * into s from tiebreak.study where id = m.study;
  if s.closed is not null or m.part = 'lead' then return; end if;
  perform tiebreak.reap(s.id);
  v_until := now() + make_interval(mins => least(greatest(coalesce(p_minutes, 0), s.lease_minutes), 10080));
  v_count := least(greatest(coalesce(p_count, 0), 0), s.most_held - (select count(*)::int from tiebreak.lease l
    where l.study = s.id and l.member = m.name and l.state = 0));
  if v_count <= 0 then return; end if;
  if m.part = 'adjudicator' then
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.disputed and not k.settled and not exists (select from tiebreak.lease l
          join tiebreak.member a on a.study = l.study and a.name = l.member and a.part = 'adjudicator'
          where l.study = k.study and l.bucket = k.bucket and l.number = k.number)
        limit v_count for update skip locked
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
  else
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.kind = 2 and not exists (select from tiebreak.lease l
          where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.member = m.name)
        order by k.bucket, k.number limit v_count
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
    v_controls := floor((v_count - cardinality(v_numbers)) * s.control_rate + random())::int;
    for r in
      select k.bucket, k.number from tiebreak.slot k
        where k.study = s.id and k.kind = 1 and not exists (select from tiebreak.lease l
          where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.member = m.name)
        order by random() limit v_controls
    loop
      v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
    end loop;
    for b in select g from generate_series(0, 63) g order by random() loop
      exit when cardinality(v_numbers) >= v_count;
      select (random() * coalesce(max(k.number), 0))::int into start from tiebreak.slot k
        where k.study = s.id and k.bucket = b;
      for r in
        select k.bucket, k.number from tiebreak.slot k
          where k.study = s.id and k.bucket = b and k.kind = 0 and k.free > 0 and k.number >= start
            and not exists (select from tiebreak.lease l
              where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.member = m.name)
          order by k.number limit v_count - cardinality(v_numbers) for update skip locked
      loop
        v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
      end loop;
      for r in
        select k.bucket, k.number from tiebreak.slot k
          where k.study = s.id and k.bucket = b and k.kind = 0 and k.free > 0 and k.number < start
            and not exists (select from tiebreak.lease l
              where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.member = m.name)
          order by k.number limit v_count - cardinality(v_numbers) for update skip locked
      loop
        v_buckets := v_buckets || r.bucket; v_numbers := v_numbers || r.number;
      end loop;
    end loop;
    update tiebreak.slot k set free = k.free - 1
      from unnest(v_buckets, v_numbers) as u(bucket, number)
      where k.study = s.id and k.bucket = u.bucket and k.number = u.number and k.kind = 0;
  end if;
  insert into tiebreak.lease (study, bucket, number, member, state, until)
    select s.id, u.bucket, u.number, m.name, 0, v_until from unnest(v_buckets, v_numbers) as u(bucket, number)
    on conflict do nothing;
  return query
    select i.id, i.shown, v_until,
      case when m.part = 'adjudicator' then array(select l.text from tiebreak.line l
        where l.study = s.id and l.bucket = i.bucket and l.item = i.number order by l.journal, l.number) end
    from unnest(v_buckets, v_numbers) with ordinality as u(bucket, number, at)
    join tiebreak.item i on i.study = s.id and i.bucket = u.bucket and i.number = u.number
    join tiebreak.slot k on k.study = s.id and k.bucket = u.bucket and k.number = u.number
    order by k.kind = 2 desc, md5(i.id || m.name);
end $$;

-- Keeps one's leases; those that are still one's own, with the time until which. None is made shorter.
create function tiebreak.renew(p_study text) returns table (id text, until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare m tiebreak.member; v_minutes int;
begin
  m := tiebreak.member_of(p_study);
  select s.lease_minutes into v_minutes from tiebreak.study s where s.id = m.study;
  return query
    with kept as (
      update tiebreak.lease l set until = greatest(l.until, now() + make_interval(mins => v_minutes))
        where l.study = m.study and l.member = m.name and l.state = 0
        returning l.bucket, l.number, l.until)
    select i.id, k.until from kept k
      join tiebreak.item i on i.study = m.study and i.bucket = k.bucket and i.number = k.number;
end $$;

-- Gives back one's leases: of these items, or all. Returns how many.
create function tiebreak.release(p_study text, p_items text[] default null) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; r record; v_count int := 0;
begin
  m := tiebreak.member_of(p_study);
  for r in
    select k.bucket, k.number from tiebreak.lease l
      join tiebreak.slot k on k.study = l.study and k.bucket = l.bucket and k.number = l.number
      join tiebreak.item i on i.study = l.study and i.bucket = l.bucket and i.number = l.number
      where l.study = m.study and l.member = m.name and l.state = 0 and (p_items is null or i.id = any(p_items))
      order by k.bucket, k.number for update of k
  loop
    delete from tiebreak.lease l
      where l.study = m.study and l.bucket = r.bucket and l.number = r.number and l.member = m.name and l.state = 0;
    if found then
      v_count := v_count + 1;
      if m.part <> 'adjudicator' then
        update tiebreak.slot k set free = k.free + 1
          where k.study = m.study and k.bucket = r.bucket and k.number = r.number and k.kind = 0;
      end if;
    end if;
  end loop;
  return v_count;
end $$;

-- Appends lines to a journal: [{id, item, place, text}, …], at most 1000 and 32 MB; those that are there are passed
-- over, by their ids. Returns how many were new. A line is kept byte for byte. It counts for its item whether leased or
-- not: late lines are never refused.
create function tiebreak.append(p_study text, p_journal text, p_lines json) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
-- Each statement finds a few rows by a key: planned once a connection, whatever the size of a table was then.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  m tiebreak.member; r record; v_head int; v_bucket int := -1; v_added int := 0; v_net smallint; v_state smallint;
  v_before smallint; v_was boolean; v_is boolean; v_doc json; v_role text; v_type text; v_until timestamptz;
begin
  m := tiebreak.member_of(p_study);
  if m.part <> 'lead' and p_journal is distinct from m.name then
    perform tiebreak.refuse('TB003', 'not your journal');
  end if;
  if p_journal is null or p_journal = '' or length(p_journal) > 1000 then
    perform tiebreak.refuse('TB004', 'not a journal''s name');
  end if;
  if json_typeof(p_lines) is distinct from 'array' or json_array_length(p_lines) > 1000
    or octet_length(p_lines::text) > 32 * 1024 * 1024 then
    perform tiebreak.refuse('TB004', 'too many lines at once, or not a list');
  end if;
  for r in
    select x.id, x.place, x.text, x.item, i.number,
        coalesce(i.bucket, tiebreak.bucket_of(coalesce(x.item, x.id))) as bucket
      from (select e ->> 'id' as id, e ->> 'item' as item, (e ->> 'place')::int as place, e ->> 'text' as text
        from json_array_elements(p_lines) e) x
      left join lateral (
        select o.bucket, o.number from tiebreak.item o
          where o.study = m.study and o.bucket = tiebreak.bucket_of(x.item) and o.id = x.item
        union all
        (select o.bucket, o.number from tiebreak.item o
          where m.part = 'lead' and o.study = m.study and o.real_id = x.item limit 1)
        limit 1) i on true
      order by 6, 5 nulls first, 2
  loop
    if r.id is null or r.text is null or r.place is null or length(r.id) > 200 or r.place < 1
      or position(E'\n' in r.text) > 0 then
      perform tiebreak.refuse('TB004', 'not a line');
    end if;
    v_doc := null;
    begin
      v_doc := r.text::json;
      if json_typeof(v_doc) <> 'object' then v_doc := null; end if;
    exception when others then v_doc := null;
    end;
    v_role := v_doc ->> 'role';
    v_type := v_doc ->> 'type';
    if m.part <> 'lead' and (v_doc is null or v_doc ->> 'annotator' is distinct from m.name
      or v_doc ->> 'id' is distinct from r.id or v_doc ->> 'item' is distinct from r.item or r.number is null
      or (v_role is not null) <> (m.part = 'adjudicator')) then
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
    v_net := case
      when v_type = 'retraction' then -1
      when v_type = 'annotation' and v_doc ->> 'repeat' is null and v_doc ->> 'context' is null
        and v_doc ->> 'turn' is null then 1
      else 0 end;
    insert into tiebreak.line (study, bucket, journal, number, id, item, net, place, text)
      values (m.study, v_bucket, p_journal, v_head + 1, r.id, r.number, v_net, r.place, r.text)
      on conflict (study, bucket, journal, id) do nothing;
    continue when not found;
    update tiebreak.head h set head = h.head + 1
      where h.study = m.study and h.bucket = v_bucket and h.journal = p_journal returning h.head into v_head;
    v_added := v_added + 1;
    continue when r.number is null or v_doc is null;
    if v_role is null then
      continue when v_net = 0 or coalesce(v_doc -> 'origin' ->> 'kind', 'human') <> 'human';
      if v_net = 1 then v_state := case when v_doc -> 'judgement' -> 'skip' is null then 1 else 2 end; end if;
      -- Who judges what they hold changes no count, so the slot need not be locked. Only where nothing is locked after the
      -- lease: for a line that comes alone.
      if v_net = 1 and v_state = 1 and json_array_length(p_lines) = 1 then
        update tiebreak.lease l set state = 1
          where l.study = m.study and l.bucket = v_bucket and l.number = r.number and l.member = p_journal and l.state < 2;
        continue when found;
      end if;
    end if;
    v_until := now() + make_interval(mins => (select s.lease_minutes from tiebreak.study s where s.id = m.study));
    perform from tiebreak.slot k
      where k.study = m.study and k.bucket = v_bucket and k.number = r.number for update;
    if v_role is not null then
      update tiebreak.slot k set settled = v_net > 0
        where k.study = m.study and k.bucket = v_bucket and k.number = r.number;
      if m.part = 'adjudicator' then
        insert into tiebreak.lease as l (study, bucket, number, member, state, until)
          values (m.study, v_bucket, r.number, m.name, case when v_net > 0 then 1 else 0 end, v_until)
          on conflict (study, bucket, number, member) do update set state = excluded.state, until = excluded.until;
      end if;
      continue;
    end if;
    v_before := null;
    select l.state into v_before from tiebreak.lease l
      where l.study = m.study and l.bucket = v_bucket and l.number = r.number and l.member = p_journal;
    if v_net = -1 then
      v_state := case
        when (select sum(l.net) from tiebreak.line l where l.study = m.study and l.bucket = v_bucket
          and l.item = r.number and l.journal = p_journal) > 0 then v_before
        else 0 end;
    end if;
    continue when v_state is null;
    -- A slot is taken by a lease and by a judgement, not by somebody who skipped.
    v_was := v_before is not null and v_before < 2;
    v_is := v_state < 2;
    insert into tiebreak.lease as l (study, bucket, number, member, state, until)
      values (m.study, v_bucket, r.number, p_journal, v_state, v_until)
      on conflict (study, bucket, number, member) do update set state = excluded.state, until = excluded.until;
    if v_was <> v_is then
      update tiebreak.slot k set free = k.free + case when v_is then -1 else 1 end
        where k.study = m.study and k.bucket = v_bucket and k.number = r.number and k.kind = 0;
    end if;
  end loop;
  return v_added;
end $$;

-- How many lines each journal has, by bucket: {"ana": {"0": 3, …}, …}. Leads get all journals, others their own.
create function tiebreak.heads(p_study text) returns json
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study);
  return coalesce((select json_object_agg(j.journal, j.heads) from (
    select h.journal, json_object_agg(h.bucket, h.head) as heads from tiebreak.head h
      where h.study = m.study and (m.part = 'lead' or h.journal = m.name) group by h.journal) j), '{}'::json);
end $$;

-- Lines of a journal behind p_heads ({"0": 3, …}), at most p_most (and 5000), by bucket and number.
create function tiebreak.lines(p_study text, p_journal text, p_heads json default '{}', p_most int default 5000)
returns table (bucket smallint, number int, place int, text text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study);
  if m.part <> 'lead' and p_journal is distinct from m.name then
    perform tiebreak.refuse('TB003', 'not your journal');
  end if;
  return query
    select l.bucket, l.number, l.place, l.text from generate_series(0, 63) g
      join tiebreak.line l on l.study = m.study and l.bucket = g and l.journal = p_journal
        and l.number > coalesce((p_heads ->> g::text)::int, 0)
      order by l.bucket, l.number limit least(greatest(coalesce(p_most, 0), 0), 5000);
end $$;

-- The study's documents: without texts, or one with its text. Others than leads get what is shown to them.
create function tiebreak.document(p_study text, p_name text default null)
returns table (name text, version int, text text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; v_version int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  if p_expected = 0 then
    insert into tiebreak.document (study, name, version, text, shown) values (m.study, p_name, 1, p_text, p_shown)
      on conflict do nothing returning version into v_version;
  elsif p_text is null then
    delete from tiebreak.document d where d.study = m.study and d.name = p_name and d.version = p_expected
      returning 0 into v_version;
  else
    update tiebreak.document d set version = d.version + 1, text = p_text, shown = p_shown
      where d.study = m.study and d.name = p_name and d.version = p_expected returning d.version into v_version;
  end if;
  return v_version;
end $$;

-- Adds items: [{id, realId, shown, hidden, kind, wants, judged: [names], skipped: [names]}, …]. Those that are there
-- keep who has them; how many are wanted and their kind may change. Returns how many were new.
create function tiebreak.publish(p_study text, p_items json) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; r record; v_number int; v_added int := 0; v_name text; v_lock int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  -- One publisher at a time, so that the items of a bucket have the numbers 1, 2, 3, …
  perform pg_advisory_xact_lock(7226, m.study);
  for r in
    select x.*, tiebreak.bucket_of(x.id) as bucket from (select e ->> 'id' as id, e ->> 'realId' as real_id,
        e ->> 'shown' as shown, e ->> 'hidden' as hidden, (e ->> 'kind')::smallint as kind,
        (e ->> 'wants')::int as wants, e -> 'judged' as judged, e -> 'skipped' as skipped
      from json_array_elements(p_items) e) x order by bucket, id
  loop
    select i.number into v_number from tiebreak.item i
      where i.study = m.study and i.bucket = r.bucket and i.id = r.id;
    if found then
      update tiebreak.slot k set kind = r.kind, free = k.free + r.wants - k.wants, wants = r.wants
        where k.study = m.study and k.bucket = r.bucket and k.number = v_number
          and (k.kind <> r.kind or k.wants <> r.wants);
      continue;
    end if;
    select coalesce(max(i.number), 0) + 1 into v_number from tiebreak.item i
      where i.study = m.study and i.bucket = r.bucket;
    insert into tiebreak.item (study, bucket, number, id, real_id, shown, hidden)
      values (m.study, r.bucket, v_number, r.id, r.real_id, r.shown, r.hidden);
    insert into tiebreak.slot (study, bucket, number, kind, wants, free)
      values (m.study, r.bucket, v_number, r.kind, r.wants,
        r.wants - coalesce(json_array_length(r.judged), 0));
    for v_name in select json_array_elements_text(r.judged) loop
      insert into tiebreak.lease values (m.study, r.bucket, v_number, v_name, 1, now()) on conflict do nothing;
    end loop;
    for v_name in select json_array_elements_text(r.skipped) loop
      insert into tiebreak.lease values (m.study, r.bucket, v_number, v_name, 2, now()) on conflict do nothing;
    end loop;
    v_added := v_added + 1;
  end loop;
  return v_added;
end $$;

-- The items (by real id) that annotators disagree on and nobody settled: these and no others wait for adjudicators.
create function tiebreak.dispute(p_study text, p_items json) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; v_count int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  with wanted as (select i.bucket, i.number from json_array_elements_text(p_items) e
      join tiebreak.item i on i.study = m.study and i.real_id = e.value),
    gone as (update tiebreak.slot k set disputed = false where k.study = m.study and k.disputed and not k.settled
      and not exists (select from wanted w where w.bucket = k.bucket and w.number = k.number) returning 1),
    come as (update tiebreak.slot k set disputed = true, settled = false from wanted w
      where k.study = m.study and k.bucket = w.bucket and k.number = w.number and (not k.disputed or k.settled) returning 1)
  select (select count(*) from wanted) + 0 * (select count(*) from gone) + 0 * (select count(*) from come) into v_count;
  return v_count;
end $$;

-- What is done, what is leased, and by whom.
create function tiebreak.status(p_study text) returns json
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  return (
    with slots as (select count(*) as items, coalesce(sum(k.wants) filter (where k.kind = 0), 0) as wanted,
        count(*) filter (where k.free < 0) as over, count(*) filter (where k.kind > 0) as controls,
        count(*) filter (where k.disputed and not k.settled) as disputed,
        coalesce(sum(k.wants - greatest(k.free, 0)) filter (where k.kind = 0), 0) as taken
      from tiebreak.slot k where k.study = m.study),
    leases as (select l.member, count(*) filter (where l.state = 0) as leased,
        count(*) filter (where l.state = 1) as judged, count(*) filter (where l.state = 2) as skipped
      from tiebreak.lease l where l.study = m.study group by l.member),
    heads as (select h.journal, sum(h.head) as lines from tiebreak.head h where h.study = m.study group by h.journal)
    select json_build_object(
      'items', s.items, 'wanted', s.wanted, 'taken', s.taken, 'over', s.over, 'controls', s.controls, 'disputed', s.disputed,
      'leased', coalesce((select sum(l.leased) from leases l), 0),
      'judged', coalesce((select sum(l.judged) from leases l), 0),
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
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; v_role name; f text;
begin
  m := tiebreak.member_of(p_study, 'lead');
  if p_verifier !~ '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'
    or p_role !~ '^tiebreak_[0-9a-f]{16}$' then
    perform tiebreak.refuse('TB004', 'not a role with its verifier');
  end if;
  select a.role into v_role from tiebreak.member a where a.study = m.study and a.name = p_name;
  if found then
    if v_role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
    if v_role !~ '^tiebreak_[0-9a-f]{16}$' then perform tiebreak.refuse('TB004', 'has a role of the server''s own'); end if;
    execute format('alter role %I login password %L', v_role, p_verifier);
    update tiebreak.member a set part = p_part, removed = null where a.study = m.study and a.name = p_name;
  else
    v_role := p_role;
    execute format('create role %I login noinherit connection limit 16 password %L', v_role, p_verifier);
    insert into tiebreak.member (study, name, role, part) values (m.study, p_name, v_role, p_part);
  end if;
  execute format('grant usage on schema tiebreak to %I', v_role);
  foreach f in array array['me(text)', 'claim(text, int, int)', 'renew(text)', 'release(text, text[])',
    'append(text, text, json)', 'heads(text)', 'lines(text, text, json, int)', 'document(text, text)'] loop
    execute format('grant execute on function tiebreak.%s to %I', f, v_role);
  end loop;
  foreach f in array array['put_document(text, text, int, text, text)', 'publish(text, json)', 'dispute(text, json)',
    'status(text)', 'invite(text, text, text, text, text)', 'remove(text, text)', 'close(text, boolean)'] loop
    execute format(case when p_part = 'lead' then 'grant execute on function tiebreak.%s to %I'
      else 'revoke execute on function tiebreak.%s from %I' end, f, v_role);
  end loop;
  return v_role;
end $$;

-- Ends a membership: no log-in, no leases. What they sent stays.
create function tiebreak.remove(p_study text, p_name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member; a tiebreak.member; r record;
begin
  m := tiebreak.member_of(p_study, 'lead');
  select * into a from tiebreak.member x where x.study = m.study and x.name = p_name;
  if not found then perform tiebreak.refuse('TB005', 'no such member'); end if;
  if a.role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
  update tiebreak.member x set removed = now() where x.study = m.study and x.name = p_name;
  update tiebreak.lease l set until = now() - interval '1 second'
    where l.study = m.study and l.member = p_name and l.state = 0;
  perform tiebreak.reap(m.study);
  if not exists (select from tiebreak.member x where x.role = a.role and x.removed is null)
    and a.role ~ '^tiebreak_[0-9a-f]{16}$' then
    execute format('alter role %I nologin', a.role);
    begin
      perform pg_terminate_backend(pid) from pg_stat_activity where usename = a.role;
    exception when insufficient_privilege then null;
    end;
  end if;
end $$;

-- Ends a study, or opens it again: a closed one gives out no items, and takes what comes late.
create function tiebreak.close(p_study text, p_closed boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  update tiebreak.study s set closed = case when p_closed then coalesce(s.closed, now()) end where s.id = m.study;
end $$;

revoke all on all functions in schema tiebreak from public;
revoke all on all tables in schema tiebreak from public;
`;
