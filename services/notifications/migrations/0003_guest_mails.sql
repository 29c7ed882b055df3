-- Mails to guests: settings and templates of a tenant, and which mails were sent. No guest data: a mail is written when it is sent.
CREATE TABLE mail_settings (
  tenant_id uuid PRIMARY KEY,
  livemode boolean NOT NULL,
  enabled boolean NOT NULL,
  -- The kinds that are switched off or on: { "booking_confirmed": true, … }.
  mails jsonb NOT NULL,
  -- The other settings, as the API shows them.
  fields jsonb NOT NULL,
  -- 0: no reminders. They were looked for up to a moment; what was due before it sends nothing.
  reminder_days integer NOT NULL DEFAULT 0,
  reminders_until timestamptz NOT NULL DEFAULT now(),
  reminders_leased_until timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX mail_settings_reminding ON mail_settings (reminders_until) WHERE reminder_days > 0;

ALTER TABLE mail_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_settings_tenant ON mail_settings
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY mail_settings_job ON mail_settings TO {{schema}}_job USING (true) WITH CHECK (true);

CREATE TABLE mail_templates (
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  language text NOT NULL,
  livemode boolean NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  -- Null: the HTML is made from the text.
  html text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, type, language)
);
ALTER TABLE mail_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_templates_tenant ON mail_templates
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

CREATE TABLE guest_mails (
  tenant_id uuid NOT NULL,
  -- Of the mail of an event: computed from what it reports, so that the same mail always has the same Message-ID.
  id uuid NOT NULL,
  livemode boolean NOT NULL,
  reservation_id uuid NOT NULL,
  kind text NOT NULL,
  -- What distinguishes mails of one kind and version: the payment, the refund, the date of arrival.
  fact text NOT NULL,
  version bigint NOT NULL,
  -- An operator requested it: the switches of the settings do not count.
  requested boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'suppressed')),
  reason text,
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts after which the mail server may have the mail.
  unconfirmed integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Fencing number: every lease increments it.
  lease bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT guest_mails_once UNIQUE (tenant_id, reservation_id, kind, version, fact),
  CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX guest_mails_due ON guest_mails (tenant_id, next_attempt_at) WHERE state = 'queued';
CREATE INDEX guest_mails_listed ON guest_mails (tenant_id, reservation_id, created_at, id);

ALTER TABLE guest_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_mails_tenant ON guest_mails
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_mails_job ON guest_mails TO {{schema}}_job USING (true) WITH CHECK (true);

-- How many mails one address may get of a tenant, where the platform's operator has set it; null is no limit.
CREATE TABLE mail_limits (
  tenant_id uuid PRIMARY KEY,
  per_hour integer,
  per_day integer
);
ALTER TABLE mail_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_limits_tenant ON mail_limits
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Mails of the last day by keyed hash of the address, to limit how many one address gets.
CREATE TABLE mail_sends (
  tenant_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  address_hash text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, mail_id)
);
CREATE INDEX mail_sends_of_address ON mail_sends (tenant_id, address_hash, sent_at);
CREATE INDEX mail_sends_age ON mail_sends (sent_at);

ALTER TABLE mail_sends ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_sends FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_sends_tenant ON mail_sends
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY mail_sends_job ON mail_sends TO {{schema}}_job USING (true) WITH CHECK (true);
