// Owns the list of our services, in an order in which each comes after those it asks.

export const SERVICES = [
  'inventory',
  'payments',
  'notifications',
  'reservations',
  'channels',
  'gateway',
] as const;
export type ServiceName = (typeof SERVICES)[number];
