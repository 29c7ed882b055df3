-- What a publishable key may do from one client address; NULL is no limit.
ALTER TABLE tenants ADD COLUMN max_open_holds integer DEFAULT 25 CHECK (max_open_holds >= 0);
ALTER TABLE tenants ADD COLUMN max_held_unit_nights integer DEFAULT 750 CHECK (max_held_unit_nights >= 0);
ALTER TABLE tenants ADD COLUMN codes_per_address_hour integer DEFAULT 10 CHECK (codes_per_address_hour >= 0);
ALTER TABLE tenants ADD COLUMN codes_per_client_hour integer DEFAULT 100 CHECK (codes_per_client_hour >= 0);
