-- What several servers on one database have to agree on.

-- Which key the audit log is sealed with; says nothing about the key itself. A server that brings another one is not let in.
create table audit_key (
  id boolean primary key default true check (id),
  mark text not null check (mark ~ '^[0-9a-f]{16}$'),
  noted_at timestamptz not null default now()
);
grant select, insert on audit_key to sarraf_app;

-- Requests of a person within the minute that began then, taken by servers in portions. Not worth a line of the log: after a crash
-- everybody begins anew.
create unlogged table request_portions (
  user_id uuid primary key references users on delete cascade,
  began_at timestamptz not null default now(),
  taken integer not null check (taken > 0)
);
grant select, insert, update on request_portions to sarraf_app;
