import { asOwner } from './teamStore1';

/**
 * The second version of the team store. Never edited once it was released.
 *
 * Nobody takes a study over: its owner, who set it up, is not removed, and a lead is removed by the owner or by two leads.
 * The two must not speak with one voice: a lead could invite another one, and be both. So each lead has a branch: the lead
 * whom the owner invited and through whom they came. Those who were leads before this version share one branch, as nobody
 * knows who invited them, until the owner invites them again.
 *
 * An edit costs the same however many there were: what stands is found by one look into an index for each turn.
 */
export const teamStore2 = String.raw`
alter table tiebreak.study
  add column most_lines bigint not null default 1000000 check (most_lines > 0),
  add column most_bytes bigint not null default 4294967296 check (most_bytes > 0);

-- "owner": who set the study up. "invited", "invited_by": the last link. "revoked": it opens nothing any more.
-- "removed_by": who asked for the removal and who confirmed it. "asked_by", "asked": a removal that waits for a second lead.
-- "lines", "bytes": what they sent themselves. "received": when the last of it came, by the server's clock; "made": the
-- latest time that it bears, by the desk's; "ahead": how far that was before the server's clock, at most.
alter table tiebreak.member
  add column owner boolean not null default false,
  add column branch text not null default '',
  add column invited timestamptz,
  add column invited_by text,
  add column revoked timestamptz,
  add column removed_by text[] not null default '{}',
  add column asked_by text,
  add column asked timestamptz,
  add column lines bigint not null default 0,
  add column bytes bigint not null default 0,
  add column received timestamptz,
  add column made timestamptz,
  add column ahead interval;
create unique index member_owner on tiebreak.member (study) where owner;

-- Roles of members have names that the store made. An owner who was removed is one again.
update tiebreak.member set owner = true, removed = null, part = 'lead' where role !~ '^tiebreak_[0-9a-f]{16}$';

-- "received": by the server's clock; null of lines from before this version. "sent_by": who sent it, where that is not
-- whom the journal is of. "retracted": a line takes it back that is there too.
alter table tiebreak.line
  add column received timestamptz,
  add column sent_by text,
  add column retracted boolean not null default false;
alter table tiebreak.line alter column received set default now();
update tiebreak.line set retracts = null where octet_length(retracts) > 200;
create index line_retracts on tiebreak.line (study, bucket, journal, retracts) where retracts is not null;
update tiebreak.line l set retracted = true where l.state is not null and exists (select from tiebreak.line o
  where o.study = l.study and o.bucket = l.bucket and o.journal = l.journal and o.retracts = l.id and o.item = l.item
    and o.adjudicates = l.adjudicates);

-- Of each turn the latest first. Turns may have longer names than an entry of an index.
drop index tiebreak.line_item;
create index line_standing on tiebreak.line
  (study, bucket, item, journal, adjudicates, coalesce(md5(turn), ''), id collate "C" desc)
  where state is not null and not retracted;
create index line_rest on tiebreak.line (study, bucket, item, journal) where item is not null and state is null;

update tiebreak.member m set lines = x.lines, bytes = x.bytes from (
    select l.study, l.journal, count(*) as lines, sum(octet_length(l.text)) as bytes from tiebreak.line l group by 1, 2) x
  where x.study = m.study and x.journal = m.name and m.part <> 'lead';

alter type tiebreak.facts add attribute "time" text;

-- A time that a desk wrote; null of what is none.
create function tiebreak.made_of(p_time text) returns timestamptz
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if p_time !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$' then return null; end if;
  return p_time::timestamptz;
exception when others then return null;
end $$;

-- Whether a member's link was not used yet.
create function tiebreak.is_open(a tiebreak.member) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select a.removed is null and a.revoked is null and not a.owner
    and (a.seen is null or coalesce(a.seen < a.invited, false))
$$;

create or replace function tiebreak.member_of(p_study text, p_needs text default null) returns tiebreak.member
${asOwner} as $$
declare found_member tiebreak.member;
begin
  select m.* into found_member from tiebreak.member m join tiebreak.study s on s.id = m.study
    where s.name = p_study and m.role = session_user;
  if not found then perform tiebreak.refuse('TB001', 'not a member of this study'); end if;
  if found_member.removed is not null then perform tiebreak.refuse('TB002', 'no longer a member of this study'); end if;
  if found_member.revoked is not null then perform tiebreak.refuse('TB008', 'the invitation was revoked'); end if;
  if p_needs is not null and found_member.part <> p_needs then perform tiebreak.refuse('TB003', 'only for leads'); end if;
  if found_member.seen is null or found_member.seen < found_member.invited
    or found_member.seen < now() - interval '20 seconds' then
    -- Without waiting, as another desk of the same person may be at it.
    update tiebreak.member m set seen = now() from (select o.study, o.name from tiebreak.member o
        where o.study = found_member.study and o.name = found_member.name for no key update skip locked) o
      where m.study = o.study and m.name = o.name;
  end if;
  return found_member;
end $$;

create or replace function tiebreak.me(p_study text) returns json
${asOwner} as $$
declare m tiebreak.member; s tiebreak.study;
begin
  m := tiebreak.member_of(p_study);
  select * into s from tiebreak.study where id = m.study;
  return json_build_object('schema', (select max(version) from tiebreak.schema_version), 'study', s.name,
    'name', m.name, 'part', m.part, 'closed', s.closed is not null, 'leaseMinutes', s.lease_minutes,
    'owner', m.owner, 'lines', m.lines, 'bytes', m.bytes, 'mostLines', s.most_lines, 'mostBytes', s.most_bytes);
end $$;

-- What stands of a journal on an item: 1 a judgement, 2 a skip, null neither. Of the whole and of each turn the latest
-- counts that was not taken back, and a judgement before a skip ("Replay.counted"). An item has no more than 10000 turns.
create or replace function tiebreak.standing(p_study int, p_bucket int, p_item int, p_journal text, p_adjudicates boolean)
returns smallint language plpgsql stable set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare v_turn text := null; v_state smallint; v_stands smallint;
begin
  for v_try in 1..10000 loop
    if v_turn is null then
      select l.state, coalesce(md5(l.turn), '') into v_state, v_turn from tiebreak.line l
        where l.study = p_study and l.bucket = p_bucket and l.item = p_item and l.journal = p_journal
          and l.adjudicates = p_adjudicates and l.state is not null and not l.retracted
        order by coalesce(md5(l.turn), ''), l.id collate "C" desc limit 1;
    else
      select l.state, coalesce(md5(l.turn), '') into v_state, v_turn from tiebreak.line l
        where l.study = p_study and l.bucket = p_bucket and l.item = p_item and l.journal = p_journal
          and l.adjudicates = p_adjudicates and l.state is not null and not l.retracted
          and coalesce(md5(l.turn), '') > v_turn
        order by coalesce(md5(l.turn), ''), l.id collate "C" desc limit 1;
    end if;
    exit when not found;
    v_stands := least(v_stands, v_state);
    exit when v_stands = 1;
  end loop;
  return v_stands;
end $$;

-- The lines on an item for who adjudicates it: what stands of each journal, and what changes no count. At most 10000 stand.
create function tiebreak.lines_on(p_study int, p_bucket int, p_item int) returns text[]
language plpgsql stable set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare r record; v_journal text := ''; v_adjudicates boolean := false; v_turn text := ''; v_numbers int[] := '{}';
  v_journals text[] := '{}';
begin
  for v_try in 1..10000 loop
    select l.journal, l.adjudicates, coalesce(md5(l.turn), '') as turn, l.number, l.by_id into r from tiebreak.line l
      where l.study = p_study and l.bucket = p_bucket and l.item = p_item and l.state is not null and not l.retracted
        and (l.journal, l.adjudicates, coalesce(md5(l.turn), '')) > (v_journal, v_adjudicates, v_turn)
      order by l.journal, l.adjudicates, coalesce(md5(l.turn), ''), l.id collate "C" desc limit 1;
    exit when not found;
    v_journal := r.journal; v_adjudicates := r.adjudicates; v_turn := r.turn;
    continue when not r.by_id;
    v_journals := v_journals || r.journal; v_numbers := v_numbers || r.number;
  end loop;
  return array(select x.text from (
    select l.journal, l.number, l.text from unnest(v_journals, v_numbers) as u(journal, number)
      join tiebreak.line l on l.study = p_study and l.bucket = p_bucket and l.journal = u.journal and l.number = u.number
    union all
    select l.journal, l.number, l.text from tiebreak.line l
      where l.study = p_study and l.bucket = p_bucket and l.item = p_item and l.state is null and l.by_id) x
    order by x.journal, x.number);
end $$;

create or replace function tiebreak.claim(p_study text, p_count int, p_minutes int default 0)
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
      case when v_adjudicates then tiebreak.lines_on(s.id, i.bucket, i.number) end
    from got g
    join tiebreak.item i on i.study = s.id and i.bucket = g.bucket and i.number = g.number
    join tiebreak.slot k on k.study = s.id and k.bucket = g.bucket and k.number = g.number
    order by k.kind = 2 desc, md5(i.id || m.name);
end $$;

-- Appends lines to a journal: [{id, item, place, text}, …], at most 1000 and 40 MB, a line at most 16 MB; those that are
-- there are passed over, by their ids. Returns how many were new. A line is kept byte for byte. It counts for its item
-- whether leased or not: late lines are never refused. Who is no lead sends no more than the study takes of one member.
create or replace function tiebreak.append(p_study text, p_journal text, p_lines json) returns int
${asOwner}
-- Each statement finds a few rows by a key: planned once a connection, whatever the size of a table was then.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  m tiebreak.member; r record; f tiebreak.facts; v_bucket int := -1; v_head int; v_added int := 0;
  v_adjudicates boolean; v_counts boolean; v_state smallint; v_before smallint; v_standing smallint;
  v_lines bigint; v_bytes bigint; v_most_lines bigint; v_most_bytes bigint; v_new_bytes bigint := 0; v_sent_by text;
  v_made timestamptz; v_last timestamptz; v_ahead interval; v_retracted boolean;
begin
  m := tiebreak.member_of(p_study);
  if m.part <> 'lead' and p_journal is distinct from m.name then
    perform tiebreak.refuse('TB003', 'not your journal');
  end if;
  if p_journal is null or p_journal = '' or octet_length(p_journal) > 1000 then
    perform tiebreak.refuse('TB004', 'not a journal''s name');
  end if;
  if json_typeof(p_lines) is distinct from 'array' or json_array_length(p_lines) > 1000
    or octet_length(p_lines::text) > 40 * 1024 * 1024 then
    perform tiebreak.refuse('TB004', 'too many lines at once, or not a list');
  end if;
  if m.part <> 'lead' then
    -- First of all, in the order of locks: two desks of one person are counted one after the other.
    select a.lines, a.bytes, s.most_lines, s.most_bytes into v_lines, v_bytes, v_most_lines, v_most_bytes
      from tiebreak.member a join tiebreak.study s on s.id = a.study
      where a.study = m.study and a.name = m.name for no key update of a;
  end if;
  v_sent_by := case when p_journal <> m.name then m.name end;
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
    if octet_length(r.text) > 16 * 1024 * 1024 then
      perform tiebreak.refuse('TB004', format('a line of %s bytes, and at most %s are taken', octet_length(r.text), 16 * 1024 * 1024));
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
    -- A retraction may have come before what it takes back.
    v_retracted := v_state is not null and exists (select from tiebreak.line o
      where o.study = m.study and o.bucket = v_bucket and o.journal = p_journal and o.retracts = r.id
        and o.item = r.number and o.adjudicates = v_adjudicates);
    insert into tiebreak.line
        (study, bucket, journal, number, id, item, state, turn, retracts, retracted, adjudicates, by_id, place, sent_by, text)
      values (m.study, v_bucket, p_journal, v_head + 1, r.id, r.number, v_state, f.turn,
        case when v_counts and f.type = 'retraction' and octet_length(f.retracts) <= 200 then f.retracts end,
        v_retracted, v_adjudicates, r.by_id, r.place, v_sent_by, r.text)
      on conflict (study, bucket, journal, id) do nothing;
    continue when not found;
    if v_counts and f.type = 'retraction' then
      update tiebreak.line o set retracted = true
        where o.study = m.study and o.bucket = v_bucket and o.journal = p_journal and o.id = f.retracts
          and o.item = r.number and o.adjudicates = v_adjudicates and o.state is not null;
    end if;
    update tiebreak.head h set head = h.head + 1
      where h.study = m.study and h.bucket = v_bucket and h.journal = p_journal returning h.head into v_head;
    v_added := v_added + 1;
    v_new_bytes := v_new_bytes + octet_length(r.text);
    if v_lines + v_added > v_most_lines then perform tiebreak.refuse('TB009', v_most_lines::text); end if;
    if v_bytes + v_new_bytes > v_most_bytes then perform tiebreak.refuse('TB010', v_most_bytes::text); end if;
    v_made := tiebreak.made_of(f.time);
    v_last := greatest(v_last, v_made);
    v_ahead := greatest(v_ahead, v_made - clock_timestamp());
    continue when r.number is null or not v_counts or (v_state is null and f.type is distinct from 'retraction');
    -- The usual case: who judges for the first time what they hold changes no count, so the slot need not be locked. Only
    -- where nothing is locked after the lease: for a line that comes alone.
    if v_state = 1 and not v_adjudicates and json_array_length(p_lines) = 1 then
      update tiebreak.lease l set state = 1
        where l.study = m.study and l.bucket = v_bucket and l.number = r.number and l.member = p_journal
          and not l.adjudicates and l.state < 2
          and not exists (select from tiebreak.line o where o.study = m.study and o.bucket = v_bucket
            and o.item = r.number and o.journal = p_journal and o.state is not null and not o.retracted and o.id <> r.id)
          and not exists (select from tiebreak.line o where o.study = m.study and o.bucket = v_bucket
            and o.item = r.number and o.journal = p_journal and o.state is null);
      continue when found;
    end if;
    -- Nobody else writes lines of this journal here as long as its head is locked.
    v_standing := tiebreak.standing(m.study, v_bucket, r.number, p_journal, v_adjudicates);
    -- An edit of what is judged changes no count: nobody else makes another state of one's own judgement meanwhile.
    continue when v_standing is not null and exists (select from tiebreak.lease l where l.study = m.study
      and l.bucket = v_bucket and l.number = r.number and l.member = p_journal and l.adjudicates = v_adjudicates
      and l.state = v_standing);
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
  if m.part <> 'lead' and v_added > 0 then
    update tiebreak.member a set lines = a.lines + v_added, bytes = a.bytes + v_new_bytes, received = now(),
        made = coalesce(v_last, a.made), ahead = greatest(a.ahead, v_ahead)
      where a.study = m.study and a.name = m.name;
  end if;
  return v_added;
end $$;

create or replace function tiebreak.put_document(p_study text, p_name text, p_expected int, p_text text, p_shown text) returns int
${asOwner} as $$
declare m tiebreak.member; v_version int;
begin
  m := tiebreak.member_of(p_study, 'lead');
  -- Keys are added, and never taken away: what was sealed with one is read with it for ever ("sealedIds").
  if p_name = 'key' and p_expected > 0 and exists (select from tiebreak.document d where d.study = m.study
    and d.name = p_name and (p_text is null or right(p_text, length(d.text) + 1) <> ' ' || d.text
      or length(p_text) > 10000)) then
    perform tiebreak.refuse('TB004', 'a key is added before those that are there');
  end if;
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

drop function tiebreak.configure(text, int, double precision, int);
-- The same as before, and how much the study takes of one member: lines and bytes.
create function tiebreak.configure(p_study text, p_per_item int, p_control_rate double precision, p_lease_minutes int,
  p_most_lines bigint default null, p_most_bytes bigint default null)
returns void
${asOwner} as $$
declare m tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  update tiebreak.study s set per_item = coalesce(p_per_item, s.per_item),
      control_rate = coalesce(p_control_rate, s.control_rate),
      lease_minutes = coalesce(p_lease_minutes, s.lease_minutes),
      most_lines = coalesce(p_most_lines, s.most_lines), most_bytes = coalesce(p_most_bytes, s.most_bytes)
    where s.id = m.study;
end $$;

create or replace function tiebreak.status(p_study text) returns json
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
      'mostLines', (select t.most_lines from tiebreak.study t where t.id = m.study),
      'mostBytes', (select t.most_bytes from tiebreak.study t where t.id = m.study),
      'members', (select coalesce(json_agg(json_build_object('name', a.name, 'part', a.part,
          'seen', a.seen, 'removed', a.removed is not null, 'owner', a.owner, 'isOpen', tiebreak.is_open(a),
          'revoked', a.revoked is not null, 'invitedBy', a.invited_by, 'askedBy', a.asked_by, 'sentLines', a.lines,
          'sentBytes', a.bytes, 'received', a.received, 'made', a.made,
          'aheadSeconds', case when a.ahead > interval '0' then extract(epoch from a.ahead)::float8 end, 'leased', coalesce(l.leased, 0),
          'judged', coalesce(l.judged, 0), 'skipped', coalesce(l.skipped, 0), 'lines', coalesce(h.lines, 0))
          order by a.part desc, a.name), '[]'::json)
        from tiebreak.member a left join leases l on l.member = a.name left join heads h on h.journal = a.name
        where a.study = m.study))
    from slots s);
end $$;

-- What somebody may call, by their part.
create function tiebreak.grant_part(p_role name, p_part text) returns void
${asOwner} as $$
declare f text;
begin
  execute format('grant usage on schema tiebreak to %I', p_role);
  foreach f in array array['me(text)', 'claim(text, int, int)', 'renew(text, int)', 'release(text, text[])',
    'append(text, text, json)', 'heads(text)', 'lines(text, text, json, int)', 'document(text, text)'] loop
    execute format('grant execute on function tiebreak.%s to %I', f, p_role);
  end loop;
  foreach f in array array['put_document(text, text, int, text, text)', 'publish(text, json, int)', 'begin_publication(text)',
    'withdraw(text, int)', 'dispute(text, json)', 'configure(text, int, double precision, int, bigint, bigint)',
    'status(text)', 'invite(text, text, text, text, text)', 'remove(text, text)', 'restore(text, text)',
    'revoke(text, text[])', 'close(text, boolean)'] loop
    execute format(case when p_part = 'lead' then 'grant execute on function tiebreak.%s to %I'
      else 'revoke execute on function tiebreak.%s from %I' end, f, p_role);
  end loop;
end $$;

-- Ends the sessions of a role; returns how many. Only who may: the store made the role and is a member of it.
create function tiebreak.end_sessions(p_role name) returns int
${asOwner} as $$
declare v_count int := 0;
begin
  select count(*) into v_count from (select pg_terminate_backend(s.pid, 2000) as ended from pg_stat_get_activity(null) s
    where s.usesysid = (select o.oid from pg_roles o where o.rolname = p_role)) x where x.ended;
  return v_count;
exception when insufficient_privilege then return 0;
end $$;

create or replace function tiebreak.invite(p_study text, p_name text, p_part text, p_role text, p_verifier text) returns text
${asOwner} as $$
declare m tiebreak.member; a tiebreak.member; v_role name; v_part text; v_branch text;
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
  v_branch := case when p_part <> 'lead' then '' when m.owner then p_name else m.branch end;
  select x.* into a from tiebreak.member x where x.study = m.study and x.name = p_name;
  if found then
    v_role := a.role;
    v_part := a.part;
    if v_role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
    if v_role !~ '^tiebreak_[0-9a-f]{16}$' then perform tiebreak.refuse('TB004', 'has a role of the server''s own'); end if;
    -- Whoever invites has the new password: it would be a removal, and a second voice.
    if 'lead' = any(a.parts) and not m.owner then
      perform tiebreak.refuse('TB007', 'only the owner invites a lead again');
    end if;
    execute format('alter role %I login password %L', v_role, p_verifier);
    -- Whoever is in with the former password is no longer.
    begin
      perform pg_terminate_backend(s.pid) from pg_stat_get_activity(null) s
        where s.usesysid = (select o.oid from pg_roles o where o.rolname = v_role);
    exception when insufficient_privilege then null;
    end;
    update tiebreak.member x set part = p_part, removed = null, removed_by = '{}', asked_by = null, asked = null,
        invited = now(), invited_by = m.name, revoked = null, branch = v_branch,
        parts = case when p_part = any(x.parts) then x.parts else x.parts || p_part end
      where x.study = m.study and x.name = p_name;
    if p_part <> v_part then perform tiebreak.give_back(m.study, p_name, null); end if;
  else
    v_role := p_role;
    execute format('create role %I login noinherit connection limit 16 password %L', v_role, p_verifier);
    insert into tiebreak.member (study, name, role, part, parts, invited, invited_by, branch)
      values (m.study, p_name, v_role, p_part, array[p_part], now(), m.name, v_branch);
    -- Whoever is a member of a role may end its sessions ("remove").
    execute format('grant %I to %I', v_role, current_user);
    execute format('alter role %I set statement_timeout = %L', v_role, '60s');
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', v_role, '60s');
  end if;
  perform tiebreak.grant_part(v_role, p_part);
  return v_role;
end $$;

drop function tiebreak.remove(text, text);
-- Ends a membership: no log-in, no leases. What they sent stays, and "restore" takes it back. A lead is removed by the
-- owner, or once a lead of another branch than the first one's asks for it too. Returns "removed", or "asked".
create function tiebreak.remove(p_study text, p_name text) returns text
${asOwner} as $$
declare m tiebreak.member; a tiebreak.member; o tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  -- One change of members at a time, or two leads who ask at once would both be the first.
  perform from tiebreak.study s where s.id = m.study for no key update;
  select * into a from tiebreak.member x where x.study = m.study and x.name = p_name;
  if not found then perform tiebreak.refuse('TB005', 'no such member'); end if;
  if a.role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
  if a.owner then perform tiebreak.refuse('TB006', 'the owner of the study is not removed'); end if;
  if a.removed is not null then return 'removed'; end if;
  if a.part = 'lead' and not m.owner then
    select * into o from tiebreak.member x
      where x.study = m.study and x.name = a.asked_by and x.part = 'lead' and x.removed is null and x.revoked is null;
    if not found then
      update tiebreak.member x set asked_by = m.name, asked = now() where x.study = m.study and x.name = p_name;
      return 'asked';
    end if;
    if not o.owner and o.branch = m.branch then return 'asked'; end if;
  end if;
  if a.role ~ '^tiebreak_[0-9a-f]{16}$' then
    execute format('alter role %I nologin', a.role);
    -- First of all, as an open transaction of theirs may hold the locks that are wanted next.
    perform tiebreak.end_sessions(a.role);
  end if;
  update tiebreak.member x set removed = now(), asked_by = null, asked = null,
      removed_by = case when o.name is null then array[m.name] else array[o.name, m.name] end
    where x.study = m.study and x.name = p_name;
  perform tiebreak.give_back(m.study, p_name, null);
  return 'removed';
end $$;

-- Takes a removal back, or the wish for one: the link opens the store again as it did. Of a lead by the owner, or by who
-- asked for it or confirmed it. Returns "restored", or "kept".
create function tiebreak.restore(p_study text, p_name text) returns text
${asOwner} as $$
declare m tiebreak.member; a tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  perform from tiebreak.study s where s.id = m.study for no key update;
  select * into a from tiebreak.member x where x.study = m.study and x.name = p_name;
  if not found then perform tiebreak.refuse('TB005', 'no such member'); end if;
  if a.removed is null and a.asked_by is null then perform tiebreak.refuse('TB004', 'was not removed'); end if;
  if a.part = 'lead' and not m.owner and m.name is distinct from a.asked_by and not m.name = any(a.removed_by) then
    perform tiebreak.refuse('TB007', 'only the owner, or who asked for it, takes the removal of a lead back');
  end if;
  if a.removed is not null and a.role ~ '^tiebreak_[0-9a-f]{16}$' then execute format('alter role %I login', a.role); end if;
  update tiebreak.member x set removed = null, removed_by = '{}', asked_by = null, asked = null
    where x.study = m.study and x.name = p_name;
  return case when a.removed is null then 'kept' else 'restored' end;
end $$;

-- Takes back links: of these members, or all that nobody used yet. They open nothing any more, and who is in with one is
-- out; members stay members, and are invited again. The link of a lead that was used is taken back by the owner alone.
create function tiebreak.revoke(p_study text, p_names text[] default null)
returns table (name text, part text, used boolean, seen timestamptz, ended int)
${asOwner} as $$
#variable_conflict use_column
declare m tiebreak.member; a tiebreak.member;
begin
  m := tiebreak.member_of(p_study, 'lead');
  perform from tiebreak.study s where s.id = m.study for no key update;
  if exists (select from unnest(p_names) n where not exists (select from tiebreak.member x
      where x.study = m.study and x.name = n)) then
    perform tiebreak.refuse('TB005', 'no such member');
  end if;
  for a in
    select x.* from tiebreak.member x where x.study = m.study
      and case when p_names is null then tiebreak.is_open(x) else x.name = any(p_names) end order by x.name
  loop
    if a.owner then perform tiebreak.refuse('TB006', 'the owner has no link'); end if;
    if a.role = session_user then perform tiebreak.refuse('TB004', 'that is you'); end if;
    if a.part = 'lead' and not m.owner and not tiebreak.is_open(a) then
      perform tiebreak.refuse('TB007', 'only the owner takes back the link of a lead');
    end if;
    execute format('alter role %I password null', a.role);
    update tiebreak.member x set revoked = now() where x.study = m.study and x.name = a.name;
    name := a.name; part := a.part; used := not tiebreak.is_open(a); seen := a.seen;
    ended := tiebreak.end_sessions(a.role);
    return next;
  end loop;
end $$;

-- Who is a lead already may call what is new, where their role is there: after a restore without roles it may not be.
select tiebreak.grant_part(m.role, m.part) from tiebreak.member m
  where m.role ~ '^tiebreak_[0-9a-f]{16}$' and m.removed is null and exists (select from pg_roles r where r.rolname = m.role);

revoke all on all functions in schema tiebreak from public;
`;
