-- What the payment page says that is sold: stored, because a repeated request to the provider must be the same.
ALTER TABLE payments ADD COLUMN product_name text;
