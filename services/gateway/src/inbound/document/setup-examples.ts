interface Ids {
  readonly resource: string;
  readonly ratePlan: string;
  readonly roomType: string;
}

export function setupExamples(id: Ids): Readonly<Record<string, unknown>> {
  const newRoomType = { code: 'DBL', name: 'Double room', maxOccupancy: 3, maxAdults: 2, maxChildren: 1 };
  const roomType = { id: id.roomType, ...newRoomType };
  const newResource = { kind: 'hotel_room', name: 'Room 12', slug: 'room-12', capacity: 3, currency: 'EUR' };
  const entry = { code: 'FLEX', name: 'Flexible', currency: 'EUR', isRefundable: true, minStayNights: 1 };
  const open = { maxStayNights: null, closedToArrival: false, closedToDeparture: false, enabled: true };
  const ratePlan = { id: id.ratePlan, resourceId: id.resource, ...entry, ...open };
  const resource = {
    id: id.resource,
    ...newResource,
    timezone: 'Europe/Vienna',
    units: 1,
    photoUrls: ['https://cdn.example.com/room-12.jpg'],
    roomType,
    ratePlans: [ratePlan],
  };
  return {
    NewRoomType: newRoomType,
    RoomType: roomType,
    RoomTypePage: { roomTypes: [roomType], nextCursor: null },
    NewResource: { ...newResource, timezone: 'Europe/Vienna', roomTypeId: id.roomType },
    ResourceChanges: { name: 'Room 12, lake side' },
    Resource: resource,
    ResourcePage: { resources: [resource], nextCursor: null },
    RatesUpdate: { ratePlans: [entry] },
    RatePlans: { resourceId: id.resource, ratePlans: [ratePlan] },
    Rates: {
      resourceId: id.resource,
      ratePlans: [ratePlan],
      nightlyRates: [
        { ratePlanCode: 'FLEX', date: '2027-06-10', amountMinorUnits: '10000', source: 'base' },
        { ratePlanCode: 'FLEX', date: '2027-06-11', amountMinorUnits: '12000', source: 'override' },
      ],
    },
    ...priceExamples(id),
    ...restrictionExamples(id),
  };
}

function priceExamples(id: Ids) {
  const prices = {
    ratePlanCode: 'FLEX',
    baseAmountMinorUnits: '10000',
    dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_000 },
    seasons: [{ name: 'Summer', from: '2027-07-01', to: '2027-09-01', multiplierBps: 13_000 }],
    lengthOfStayTiers: [{ minNights: 7, multiplierBps: 9_000 }],
  };
  return {
    PricingUpdate: { pricing: [prices] },
    Pricing: { resourceId: id.resource, pricing: [prices] },
    BulkRatesRequest: {
      roomTypeId: id.roomType,
      ratePlanCode: 'FLEX',
      from: '2027-07-01',
      to: '2027-08-01',
      daysOfWeek: [5, 6],
      nightlyRate: { amountMinorUnits: '14000', currency: 'EUR' },
      restriction: { minStayNights: 2 },
    },
    BulkRatesResult: {
      updatedResources: 1,
      updatedNights: 10,
      resources: [{ resourceId: id.resource, nights: 10 }],
    },
  };
}

function restrictionExamples(id: Ids) {
  const entry = {
    ratePlanCode: 'FLEX',
    from: '2027-12-24T00:00:00.000Z',
    to: '2027-12-27T00:00:00.000Z',
    minStayNights: 3,
  };
  const silent = { stopSell: false, maxStayNights: null, closedToArrival: null, closedToDeparture: null };
  const restriction = { id: '0197a2aa-0102-7304-8506-0708090a0b0c', ...silent, ...entry };
  return {
    RestrictionsUpdate: { restrictions: [entry] },
    Restrictions: { resourceId: id.resource, restrictions: [restriction] },
  };
}

export function calendarExample(resourceId: string) {
  const restrictions = {
    closedToArrival: false,
    closedToDeparture: false,
    maxStayNights: null,
    minStayNights: 1,
    stopSell: false,
  };
  const free = { status: 'available', reasons: [], priceHintMinorUnits: '10000', restrictions };
  const taken = { ...free, status: 'unavailable', reasons: ['reserved'] };
  return {
    resourceId,
    from: '2027-06-10T15:00:00.000Z',
    to: '2027-06-12T10:00:00.000Z',
    currency: 'EUR',
    days: [
      { date: '2027-06-10', ...free },
      { date: '2027-06-11', ...taken },
    ],
  };
}
