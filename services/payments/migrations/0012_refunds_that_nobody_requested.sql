-- The gateway reads them in this order for its audit trail.
CREATE INDEX refunds_unrequested ON refunds (updated_at, id)
  WHERE reason <> 'requested' AND provider_refund_id IS NOT NULL;
