-- A schema and three roles for each service, without their passwords. Rendered by `npm run kubernetes:render` from the very
-- statements that `npm start` runs; do not edit. It may be run again, as a superuser, in the database lodging.

-- gateway
do $$ begin
  if not exists (select from pg_roles where rolname = 'gateway_owner') then
    create role "gateway_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'gateway_app') then
    create role "gateway_app";
  end if;
  if not exists (select from pg_roles where rolname = 'gateway_job') then
    create role "gateway_job";
  end if;
end $$;
alter role "gateway_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "gateway_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "gateway_job" nologin nosuperuser nobypassrls;
grant "gateway_job" to "gateway_app";
grant "gateway_owner" to current_user;
alter role "gateway_owner" set search_path = "gateway";
alter role "gateway_app" set search_path = "gateway";
alter role "gateway_job" set search_path = "gateway";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "gateway_owner", "gateway_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "gateway" authorization "gateway_owner";
revoke all on schema "gateway" from public;
grant usage on schema "gateway" to "gateway_app", "gateway_job";
alter default privileges for role "gateway_owner" in schema "gateway" grant select, insert, update, delete on tables to "gateway_app", "gateway_job";
alter default privileges for role "gateway_owner" in schema "gateway" grant usage, select on sequences to "gateway_app", "gateway_job";
grant select, insert, update, delete on all tables in schema "gateway" to "gateway_app", "gateway_job";
grant usage, select on all sequences in schema "gateway" to "gateway_app", "gateway_job";
do $$ begin
  if to_regclass('gateway.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "gateway".schema_migrations from "gateway_app", "gateway_job";
  end if;
end $$;

-- inventory
do $$ begin
  if not exists (select from pg_roles where rolname = 'inventory_owner') then
    create role "inventory_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'inventory_app') then
    create role "inventory_app";
  end if;
  if not exists (select from pg_roles where rolname = 'inventory_job') then
    create role "inventory_job";
  end if;
end $$;
alter role "inventory_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "inventory_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "inventory_job" nologin nosuperuser nobypassrls;
grant "inventory_job" to "inventory_app";
grant "inventory_owner" to current_user;
alter role "inventory_owner" set search_path = "inventory";
alter role "inventory_app" set search_path = "inventory";
alter role "inventory_job" set search_path = "inventory";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "inventory_owner", "inventory_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "inventory" authorization "inventory_owner";
revoke all on schema "inventory" from public;
grant usage on schema "inventory" to "inventory_app", "inventory_job";
alter default privileges for role "inventory_owner" in schema "inventory" grant select, insert, update, delete on tables to "inventory_app", "inventory_job";
alter default privileges for role "inventory_owner" in schema "inventory" grant usage, select on sequences to "inventory_app", "inventory_job";
grant select, insert, update, delete on all tables in schema "inventory" to "inventory_app", "inventory_job";
grant usage, select on all sequences in schema "inventory" to "inventory_app", "inventory_job";
do $$ begin
  if to_regclass('inventory.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "inventory".schema_migrations from "inventory_app", "inventory_job";
  end if;
end $$;

-- reservations
do $$ begin
  if not exists (select from pg_roles where rolname = 'reservations_owner') then
    create role "reservations_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'reservations_app') then
    create role "reservations_app";
  end if;
  if not exists (select from pg_roles where rolname = 'reservations_job') then
    create role "reservations_job";
  end if;
end $$;
alter role "reservations_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "reservations_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "reservations_job" nologin nosuperuser nobypassrls;
grant "reservations_job" to "reservations_app";
grant "reservations_owner" to current_user;
alter role "reservations_owner" set search_path = "reservations";
alter role "reservations_app" set search_path = "reservations";
alter role "reservations_job" set search_path = "reservations";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "reservations_owner", "reservations_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "reservations" authorization "reservations_owner";
revoke all on schema "reservations" from public;
grant usage on schema "reservations" to "reservations_app", "reservations_job";
alter default privileges for role "reservations_owner" in schema "reservations" grant select, insert, update, delete on tables to "reservations_app", "reservations_job";
alter default privileges for role "reservations_owner" in schema "reservations" grant usage, select on sequences to "reservations_app", "reservations_job";
grant select, insert, update, delete on all tables in schema "reservations" to "reservations_app", "reservations_job";
grant usage, select on all sequences in schema "reservations" to "reservations_app", "reservations_job";
do $$ begin
  if to_regclass('reservations.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "reservations".schema_migrations from "reservations_app", "reservations_job";
  end if;
end $$;

-- payments
do $$ begin
  if not exists (select from pg_roles where rolname = 'payments_owner') then
    create role "payments_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'payments_app') then
    create role "payments_app";
  end if;
  if not exists (select from pg_roles where rolname = 'payments_job') then
    create role "payments_job";
  end if;
end $$;
alter role "payments_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "payments_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "payments_job" nologin nosuperuser nobypassrls;
grant "payments_job" to "payments_app";
grant "payments_owner" to current_user;
alter role "payments_owner" set search_path = "payments";
alter role "payments_app" set search_path = "payments";
alter role "payments_job" set search_path = "payments";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "payments_owner", "payments_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "payments" authorization "payments_owner";
revoke all on schema "payments" from public;
grant usage on schema "payments" to "payments_app", "payments_job";
alter default privileges for role "payments_owner" in schema "payments" grant select, insert, update, delete on tables to "payments_app", "payments_job";
alter default privileges for role "payments_owner" in schema "payments" grant usage, select on sequences to "payments_app", "payments_job";
grant select, insert, update, delete on all tables in schema "payments" to "payments_app", "payments_job";
grant usage, select on all sequences in schema "payments" to "payments_app", "payments_job";
do $$ begin
  if to_regclass('payments.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "payments".schema_migrations from "payments_app", "payments_job";
  end if;
end $$;

-- channels
do $$ begin
  if not exists (select from pg_roles where rolname = 'channels_owner') then
    create role "channels_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'channels_app') then
    create role "channels_app";
  end if;
  if not exists (select from pg_roles where rolname = 'channels_job') then
    create role "channels_job";
  end if;
end $$;
alter role "channels_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "channels_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "channels_job" nologin nosuperuser nobypassrls;
grant "channels_job" to "channels_app";
grant "channels_owner" to current_user;
alter role "channels_owner" set search_path = "channels";
alter role "channels_app" set search_path = "channels";
alter role "channels_job" set search_path = "channels";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "channels_owner", "channels_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "channels" authorization "channels_owner";
revoke all on schema "channels" from public;
grant usage on schema "channels" to "channels_app", "channels_job";
alter default privileges for role "channels_owner" in schema "channels" grant select, insert, update, delete on tables to "channels_app", "channels_job";
alter default privileges for role "channels_owner" in schema "channels" grant usage, select on sequences to "channels_app", "channels_job";
grant select, insert, update, delete on all tables in schema "channels" to "channels_app", "channels_job";
grant usage, select on all sequences in schema "channels" to "channels_app", "channels_job";
do $$ begin
  if to_regclass('channels.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "channels".schema_migrations from "channels_app", "channels_job";
  end if;
end $$;

-- notifications
do $$ begin
  if not exists (select from pg_roles where rolname = 'notifications_owner') then
    create role "notifications_owner";
  end if;
  if not exists (select from pg_roles where rolname = 'notifications_app') then
    create role "notifications_app";
  end if;
  if not exists (select from pg_roles where rolname = 'notifications_job') then
    create role "notifications_job";
  end if;
end $$;
alter role "notifications_owner" login nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "notifications_app" login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role "notifications_job" nologin nosuperuser nobypassrls;
grant "notifications_job" to "notifications_app";
grant "notifications_owner" to current_user;
alter role "notifications_owner" set search_path = "notifications";
alter role "notifications_app" set search_path = "notifications";
alter role "notifications_job" set search_path = "notifications";
revoke all on database "lodging" from public;
grant connect on database "lodging" to "notifications_owner", "notifications_app";
revoke all on schema public from public;
create extension if not exists btree_gist;
create schema if not exists "notifications" authorization "notifications_owner";
revoke all on schema "notifications" from public;
grant usage on schema "notifications" to "notifications_app", "notifications_job";
alter default privileges for role "notifications_owner" in schema "notifications" grant select, insert, update, delete on tables to "notifications_app", "notifications_job";
alter default privileges for role "notifications_owner" in schema "notifications" grant usage, select on sequences to "notifications_app", "notifications_job";
grant select, insert, update, delete on all tables in schema "notifications" to "notifications_app", "notifications_job";
grant usage, select on all sequences in schema "notifications" to "notifications_app", "notifications_job";
do $$ begin
  if to_regclass('notifications.schema_migrations') is not null then
    revoke insert, update, delete, truncate on "notifications".schema_migrations from "notifications_app", "notifications_job";
  end if;
end $$;
