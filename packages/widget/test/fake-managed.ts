const confirmed = {
  booking: {
    id: '0197a205-3c4d-7a5e-8f60-718293a4b5c6',
    reference: 'A7P7K3Q9',
    resourceId: '0197a1b0-1a1b-7c1d-8e1f-101112131415',
    ratePlanId: null,
    state: 'confirmed',
    startsAt: '2027-06-10T13:00:00.000Z',
    endsAt: '2027-06-12T08:00:00.000Z',
    totalMinorUnits: '25100',
    currency: 'EUR',
    holdExpiresAt: null,
    createdAt: '2027-05-03T09:01:00.000Z',
    version: 2,
    quantity: 1,
    occupancyAdults: 2,
    occupancyChildren: 1,
    timezone: 'Europe/Vienna',
    resourceName: 'Double room with a view of the lake',
  },
  property: {
    name: 'Hotel Seeblick',
    address: 'Seestraße 1, 6900 Bregenz',
    phone: '+43 5574 0000',
    website: null,
    logoUrl: null,
    accentColor: null,
  },
  bill: {
    currency: 'EUR',
    quantity: 1,
    nights: [
      { date: '2027-06-10', amountMinorUnits: '12000' },
      { date: '2027-06-11', amountMinorUnits: '12000' },
    ],
    leadTimeMultiplierBps: 10_000,
    lengthOfStayMultiplierBps: 10_000,
    roomMinorUnits: '24000',
    discountMinorUnits: '0',
    accommodationMinorUnits: '24000',
    lines: [
      line('Cleaning', 'fee', '1100', false, 'online'),
      line('City tax', 'tax', '600', false, 'property'),
    ],
    includedTaxMinorUnits: '0',
    addedTaxMinorUnits: '0',
    feesMinorUnits: '1100',
    extrasMinorUnits: '0',
    dueAtPropertyMinorUnits: '600',
    totalMinorUnits: '25100',
  },
  schedule: [
    { purpose: 'deposit', amountMinorUnits: '7500', dueAt: '2027-05-03T09:01:00.000Z' },
    { purpose: 'balance', amountMinorUnits: '17600', dueAt: '2027-05-20T22:00:00.000Z' },
  ],
  payments: {
    collectedMinorUnits: '7500',
    returnedMinorUnits: '0',
    dueMinorUnits: '17600',
    owedMinorUnits: '0',
    payments: [],
    refunds: [],
  },
  cancellation: {
    legal: true,
    at: '2027-06-01T10:00:00.000Z',
    timeline: [
      { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '5000', refundMinorUnits: '2500' },
      { until: null, penaltyMinorUnits: '12550', refundMinorUnits: '0' },
    ],
    penaltyMinorUnits: '5000',
    refundMinorUnits: '2500',
    dueMinorUnits: '0',
    validUntil: '2027-06-03T13:00:00.000Z',
    cancelled: null as null | Record<string, unknown>,
  },
  may: { cancel: true, changeDates: false, pay: true },
};

/** A confirmed booking that can be paid and cancelled, as `GET /v1/manage/booking` answers it. */
export const managedBooking = () => structuredClone(confirmed);

function line(name: string, kind: string, amountMinorUnits: string, inclusive: boolean, collect: string) {
  const sums = { baseMinorUnits: null, rateBps: null, unitAmountMinorUnits: amountMinorUnits, count: 1 };
  return {
    id: name,
    kind,
    code: name,
    name,
    inclusive,
    collect,
    refundable: true,
    ...sums,
    amountMinorUnits,
  };
}
