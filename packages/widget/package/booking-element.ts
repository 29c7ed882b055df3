import type { BookingEvents } from '../src/index.ts';
import type { Described } from './described.ts';

const ATTRIBUTES: Described['attributes'] = {
  api: { type: 'string', description: 'The address of the API.' },
  'publishable-key': {
    property: 'publishableKey',
    type: 'string',
    description: 'A publishable key of the live side or of the sandbox.',
  },
  resource: {
    type: 'string',
    description: 'The id of one resource: its calendar instead of a search over all lodging.',
  },
  currency: { type: 'string', description: 'A currency to show totals in beside the one that is charged.' },
  photos: { type: 'boolean', description: 'Shows the first photo of each result.' },
  fields: {
    type: 'string',
    description:
      'The fields beside the e-mail address: name, phone, arrivalTime, message; `!` after what is required.',
  },
  'terms-url': {
    property: 'termsUrl',
    type: 'string',
    description: 'The address of the terms, which the guest accepts before paying.',
  },
  'privacy-url': {
    property: 'privacyUrl',
    type: 'string',
    description: 'The address of the privacy policy, which the guest accepts before paying.',
  },
  theme: { type: 'string', description: '`light` or `dark`; without it, as the browser prefers.' },
  arrival: { type: 'string', description: 'The arrival (YYYY-MM-DD) to search for at the start.' },
  departure: { type: 'string', description: 'The departure (YYYY-MM-DD) to search for at the start.' },
  adults: { type: 'string', description: 'The number of adults to search for at the start.' },
  children: {
    property: 'childCount',
    type: 'string',
    description: 'The number of children to search for at the start.',
  },
  ages: { type: 'string', description: 'The ages of the children, with commas.' },
  lang: { type: 'string', description: 'The language of words, dates and prices, as a tag of BCP 47.' },
};

const PROPERTIES: Described['properties'] = {
  texts: { type: 'Partial<Texts> | null', description: 'Words that replace those of the language.' },
};

const EVENTS: Readonly<Record<keyof BookingEvents, string>> = {
  'lodging-stage': 'The guest is at another step.',
  'lodging-search': 'Places were searched; the first page of results is shown.',
  'lodging-view': 'The guest looks at the price of one stay.',
  'lodging-begin_checkout': 'The guest has begun to book a stay, which is held.',
  'lodging-purchase': 'A stay is booked, once: not after a reload, nor in a second tab.',
  'lodging-held': 'A stay is held.',
  'lodging-confirmed': 'A stay is booked.',
  'lodging-refused': 'A refusal was shown; its code is in the detail.',
};

const CSS_PARTS: Described['cssParts'] = {
  step: 'How far the guest is.',
  heading: 'The heading of a step.',
  input: 'A field of a form.',
  button: 'A button.',
  day: 'A day of the calendar.',
  calendar: 'The calendar.',
  results: 'The list of results.',
  result: 'One result.',
  alternatives: 'Stays that can be booked instead.',
  price: 'The table of the price.',
  summary: 'The stay that was chosen, which stays in view on wide pages.',
  essentials: 'The stay, its total and terms beside the button that pays.',
  cancellation: 'The cancellation policy.',
  hold: 'The stay that is held, with its countdown.',
  notice: 'A refusal.',
  status: 'What the component is doing.',
};

export const bookingElement: Described = {
  name: 'LodgingBooking',
  tagName: 'lodging-booking',
  module: 'lib/index.js',
  description: 'Guests book a stay on a property’s own page.',
  attributes: ATTRIBUTES,
  properties: PROPERTIES,
  events: { type: 'BookingEvents', descriptions: EVENTS },
  cssParts: CSS_PARTS,
};
