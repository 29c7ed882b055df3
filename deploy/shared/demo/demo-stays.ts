/** A stay of the sandbox, by days from today; `nights` after it the guest leaves. */
export interface DemoStay {
  readonly slug: string;
  readonly arrival: number;
  readonly nights: number;
  readonly guest: string;
  readonly party: number;
  /** `confirmed` where absent. */
  readonly state?: 'checked_in' | 'checked_out' | 'cancelled' | 'no_show';
  readonly notes?: string;
  /** Booked with a deposit, whose balance falls due before the arrival. */
  readonly deposit?: true;
  /** Pays at the property: due from the day of arrival on. */
  readonly paysThere?: true;
  /** A channel sells the same nights. */
  readonly oversold?: true;
}

/** The stays of a day, by the slug of the demo tenant. Names are of people who are long dead. */
export const demoStays: Readonly<Record<string, readonly DemoStay[]>> = {
  seeblick: [
    {
      slug: 'double-lake',
      arrival: 0,
      nights: 3,
      guest: 'Ada Lovelace',
      party: 2,
      notes: 'Late arrival, after 22:00.',
    },
    { slug: 'double-lake', arrival: 0, nights: 1, guest: 'Charles Babbage', party: 1 },
    {
      slug: 'double-garden',
      arrival: 0,
      nights: 4,
      guest: 'Emmy Noether',
      party: 2,
      notes: 'Vegan breakfast.',
    },
    {
      slug: 'villa-seerose',
      arrival: 0,
      nights: 2,
      guest: 'Sofja Kowalewskaja',
      party: 6,
      paysThere: true,
    },
    { slug: 'double-garden', arrival: -1, nights: 3, guest: 'Carl Friedrich Gauß', party: 1 },
    { slug: 'double-lake', arrival: -2, nights: 4, guest: 'Grace Hopper', party: 2, state: 'checked_in' },
    { slug: 'double-lake', arrival: -3, nights: 5, guest: 'Alan Turing', party: 1, state: 'checked_in' },
    {
      slug: 'double-garden',
      arrival: -1,
      nights: 2,
      guest: 'Mary Somerville',
      party: 2,
      state: 'checked_in',
    },
    {
      slug: 'double-garden',
      arrival: -4,
      nights: 4,
      guest: 'Evariste Galois',
      party: 1,
      state: 'checked_in',
      paysThere: true,
    },
    {
      slug: 'double-garden',
      arrival: -2,
      nights: 2,
      guest: 'Sophie Germain',
      party: 2,
      state: 'checked_in',
      notes: 'Taxi at 9:00.',
    },
    { slug: 'double-garden', arrival: -3, nights: 2, guest: 'Leonhard Euler', party: 2, state: 'checked_in' },
    {
      slug: 'double-lake',
      arrival: -2,
      nights: 2,
      guest: 'Hypatia of Alexandria',
      party: 1,
      state: 'checked_out',
    },
    { slug: 'double-garden', arrival: -1, nights: 1, guest: 'Pierre de Fermat', party: 2, state: 'no_show' },
    { slug: 'double-lake', arrival: 1, nights: 2, guest: 'Maryam Mirzakhani', party: 2 },
    { slug: 'double-garden', arrival: 1, nights: 5, guest: 'Srinivasa Ramanujan', party: 1 },
    {
      slug: 'double-garden',
      arrival: 2,
      nights: 2,
      guest: 'Caroline Herschel',
      party: 2,
      state: 'cancelled',
    },
    { slug: 'double-lake', arrival: 4, nights: 7, guest: 'Blaise Pascal', party: 3 },
    { slug: 'double-garden', arrival: 5, nights: 3, guest: 'Lise Meitner', party: 2, deposit: true },
    { slug: 'villa-seerose', arrival: 6, nights: 7, guest: 'Johannes Kepler', party: 8 },
    { slug: 'loft-harbour', arrival: 9, nights: 3, guest: 'Katherine Johnson', party: 4 },
    {
      slug: 'garden-apartment',
      arrival: 10,
      nights: 4,
      guest: 'Émilie du Châtelet',
      party: 3,
      oversold: true,
    },
  ],
  'harbor-stays': [
    { slug: 'queen-room', arrival: 0, nights: 2, guest: 'Dorothy Vaughan', party: 2 },
    { slug: 'queen-room', arrival: -1, nights: 3, guest: 'Claude Shannon', party: 1, state: 'checked_in' },
    { slug: 'harbor-king', arrival: -2, nights: 2, guest: 'Mary Jackson', party: 2, state: 'checked_in' },
    { slug: 'harbor-king', arrival: 1, nights: 3, guest: 'Norbert Wiener', party: 2 },
  ],
};

/** Nights that a guest holds at the moment, two weeks from today. */
export const demoHold = { slug: 'double-lake', arrival: 14, nights: 2, party: 2 } as const;

/** Sold at the desk alone: for sale only while the stay of the demo is booked. */
export const depositPlan = {
  code: 'DEPOSIT',
  name: 'With a deposit',
  isRefundable: true,
  minStayNights: 1,
  maxStayNights: null,
  cancellationPolicyCode: 'flexible',
  deposit: { percentBps: 3_000, balanceDueDaysBefore: 2 },
} as const;
