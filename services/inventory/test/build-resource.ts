import type { ResourceConfig, Restriction, SellablePlan } from '../src/domain/resources/resource.ts';

export function plan(changes: Partial<SellablePlan> = {}): SellablePlan {
  return {
    id: '01900000-0000-7000-8000-0000000000aa',
    code: 'flex',
    name: 'Flexible',
    isRefundable: true,
    minStayNights: 1,
    maxStayNights: null,
    closedToArrival: false,
    closedToDeparture: false,
    enabled: true,
    derivedFrom: null,
    cancellationPolicyCode: null,
    deposit: null,
    restrictions: [],
    pricing: undefined,
    ...changes,
  };
}

export function villa(changes: Partial<ResourceConfig> = {}): ResourceConfig {
  return {
    id: '01900000-0000-7000-8000-0000000000bb',
    kind: 'villa',
    name: 'Villa',
    slug: 'villa',
    photoUrls: [],
    features: [],
    capacity: 4,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    units: 1,
    checkInTime: '15:00',
    checkOutTime: '11:00',
    isArchived: false,
    cancellationPolicyCode: null,
    deposit: null,
    roomType: { id: 'r', code: 'v', name: 'Villa', maxOccupancy: 4, maxAdults: 3, maxChildren: 2 },
    plans: [plan()],
    pricing: undefined,
    ...changes,
  };
}

export function court(changes: Partial<ResourceConfig> = {}): ResourceConfig {
  return villa({ kind: 'generic', roomType: null, plans: [], ...changes });
}

export function restriction(from: string, to: string, changes: Partial<Restriction> = {}): Restriction {
  return {
    from,
    to,
    stopSell: false,
    minStayNights: null,
    maxStayNights: null,
    closedToArrival: null,
    closedToDeparture: null,
    ...changes,
  };
}
