-- Exchange rates of the whole platform: every tenant reads them, the platform alone (the nil tenant) writes them.

CREATE TABLE fx_rates (
  from_currency text NOT NULL,
  to_currency text NOT NULL,
  effective_at timestamptz NOT NULL,
  -- Major units of to_currency for one of from_currency, with the digits it was published with.
  rate numeric NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (from_currency, to_currency, effective_at),
  CONSTRAINT fx_rates_positive CHECK (rate > 0),
  CONSTRAINT fx_rates_lead_elsewhere CHECK (from_currency <> to_currency)
);
-- A quote reads recent rates from and to a currency.
CREATE INDEX fx_rates_from ON fx_rates (from_currency, effective_at);
CREATE INDEX fx_rates_to ON fx_rates (to_currency, effective_at);

ALTER TABLE fx_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE fx_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY fx_rates_read ON fx_rates FOR SELECT USING (true);
CREATE POLICY fx_rates_platform ON fx_rates
  USING (nullif(current_setting('app.tenant', true), '')::uuid = '00000000-0000-0000-0000-000000000000')
  WITH CHECK (nullif(current_setting('app.tenant', true), '')::uuid = '00000000-0000-0000-0000-000000000000');
