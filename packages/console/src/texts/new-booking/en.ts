import type { AvailabilityReason, ListedBlock, SearchResult } from '@lodging/client';

export interface ReasonFacts {
  /** The limit; null where it is not known. */
  readonly nights: number | null;
  readonly arrival: string;
  readonly departure: string;
}

const nightsOf = (n: number): string => (n === 1 ? '1 night' : `${n} nights`);

export const en = {
  title: 'New booking',
  mayNot: 'A front desk can make bookings.',
  stay: 'Stay',
  arrival: 'Arrival',
  departure: 'Departure',
  adults: 'Adults',
  children: 'Children',
  ageOfChild: (n: number): string => `Age of child ${n}`,
  units: 'Units',
  roomType: 'Room type',
  resource: 'Resource',
  text: 'Name or feature',
  features: 'Features',
  any: 'Any',
  chooseDates: 'Enter an arrival and a later departure.',
  pastArrival: 'The arrival is in the past: the stay is entered afterwards.',
  offers: 'Offers',
  noOffers: 'Nothing here fits these filters.',
  nothingOnSale: 'Nothing is on sale here yet.',
  withoutFilters: 'Search without filters',
  choose: (what: string): string => `Choose ${what}`,
  chooseShort: 'Choose',
  unitsLeft: (n: number): string => `${n} left`,
  eachNight: (price: string): string => `${price} a night`,
  freeUntil: (time: string): string => `Free cancellation until ${time}`,
  refundability: {
    refundable: 'Free cancellation',
    partially_refundable: 'Partly refundable',
    non_refundable: 'Not refundable',
  },
  plusAtProperty: (price: string): string => `plus ${price} at the property`,
  reasons: {
    occupancy_exceeded: () => 'Too small for these guests',
    reserved: () => 'Sold on these nights',
    external_block: () => 'Blocked',
    min_stay: ({ nights, arrival }) =>
      nights === null
        ? `Too short for an arrival on ${arrival}`
        : `Minimum stay ${nightsOf(nights)} on arrival ${arrival}`,
    max_stay: ({ nights, arrival }) =>
      nights === null
        ? `Too long for an arrival on ${arrival}`
        : `Maximum stay ${nightsOf(nights)} on arrival ${arrival}`,
    closed_to_arrival: ({ arrival }) => `Closed to arrival on ${arrival}`,
    closed_to_departure: ({ departure }) => `Closed to departure on ${departure}`,
    stop_sell: () => 'Stop sale',
  } as Readonly<Record<AvailabilityReason, (facts: ReasonFacts) => string>>,
  problems: {
    no_pricing_rule: 'Some nights have no price.',
    party_not_divisible: 'The party cannot be spread evenly over the units.',
    fx_rate_unavailable: 'There is no exchange rate for this currency.',
  } as Readonly<Record<SearchResult['problems'][number], string>>,
  blockKinds: {
    external: 'another calendar',
    out_of_order: 'out of order',
    owner_stay: 'owner’s stay',
    other: 'closed here',
  } as Readonly<Record<ListedBlock['kind'], string>>,
  price: 'Price',
  noChoice: 'Choose an offer to see its price line by line.',
  lapsed: 'What was chosen is not offered any more. Choose another offer.',
  validUntil: (time: string): string => `This price holds until ${time}.`,
  payable: 'Payable',
  guest: 'Guest and payment',
  email: 'E-mail address',
  noEmail: 'No e-mail',
  name: 'Name',
  phone: 'Phone',
  language: 'Language',
  reference: 'Your reference',
  notes: 'Notes',
  knownGuests: 'Known guests',
  useDetails: (name: string): string => `Use these details: ${name}`,
  useDetailsShort: 'Use these details',
  stays: (n: number): string => (n === 1 ? '1 stay' : `${n} stays`),
  staysOf: (name: string): string => `of ${name}, in a new tab`,
  exempt: (tax: string): string => `Without ${tax}`,
  exemptReason: (tax: string): string => `Reason for no ${tax}`,
  payment: 'Payment',
  payments: {
    desk: 'Paid at the desk',
    property: 'Pays at the property',
    link: 'Payment link',
  },
  linkHint: 'The units are held for 15 minutes, in which the guest pays on a page of the payment provider.',
  linkEmail: 'A held stay gets no address from here; name and phone are kept.',
  book: 'Book',
  bookFor: (total: string): string => `Book for ${total}`,
  priceChanged: (before: string, after: string): string =>
    `The total was ${before} and is ${after} now. Nothing is booked yet.`,
  notKnown: 'It is not known whether the stay is booked: the answer was lost. Another try books it once.',
  nothingBooked: 'Nothing is booked; everything you entered is still here.',
  booked: (guest: string): string => `${guest} is booked.`,
  held: 'The units are held, and the payment link is ready.',
  waiting: 'Waiting for the payment.',
  paid: 'Paid: the booking is confirmed.',
  heldEnded: 'The hold has ended without a payment; the units are free again.',
  openBooking: 'Open booking',
  startAgain: 'Back to the offers',
};

export type NewBookingTexts = typeof en;
