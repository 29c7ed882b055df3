/** A server of its own, without users. */
export function natsOptions(): { servers: string } {
  return { servers: new URL(process.env['NATS_URL'] ?? '').host };
}
