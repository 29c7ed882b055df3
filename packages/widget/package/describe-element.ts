import type { BookingEvents } from '../src/index.ts';

interface Attribute {
  /** The property, where its name is another one. */
  readonly property?: string;
  readonly type: 'string' | 'boolean';
  readonly description: string;
}

/** Without those that the component sets itself. */
export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
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

export const PROPERTIES = {
  texts: { type: 'Partial<Texts> | null', description: 'Words that replace those of the language.' },
} as const;

export const EVENTS: Readonly<Record<keyof BookingEvents, string>> = {
  'lodging-stage': 'The guest is at another step.',
  'lodging-search': 'Places were searched; the first page of results is shown.',
  'lodging-view': 'The guest looks at the price of one stay.',
  'lodging-begin_checkout': 'The guest has begun to book a stay, which is held.',
  'lodging-purchase': 'A stay is booked, once: not after a reload, nor in a second tab.',
  'lodging-held': 'A stay is held.',
  'lodging-confirmed': 'A stay is booked.',
  'lodging-refused': 'A refusal was shown; its code is in the detail.',
};

export const CSS_PROPERTIES: Readonly<Record<string, string>> = {
  '--lodging-accent': 'Main buttons, selected days, focus.',
  '--lodging-on-accent': 'Text on the accent.',
  '--lodging-text': 'Text.',
  '--lodging-quiet-text': 'Secondary text.',
  '--lodging-background': 'Background.',
  '--lodging-surface': 'Background of days, offers and notices.',
  '--lodging-border': 'Borders of fields and buttons.',
  '--lodging-line': 'Lines between parts.',
  '--lodging-error': 'Errors.',
  '--lodging-font': 'Font, as the property font has it.',
  '--lodging-heading-font': 'Font family of headings.',
  '--lodging-radius': 'Radius of corners.',
  '--lodging-padding': 'Space inside the component.',
  '--lodging-max-width': 'Largest width of the component.',
};

export const CSS_PARTS: Readonly<Record<string, string>> = {
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
  stay: 'Of `lodging-manage`: the booking.',
  payments: 'Of `lodging-manage`: what was paid and what is due.',
  contact: 'Of `lodging-manage`: the property.',
};

/** The custom elements manifest (schema 1.0.0), which editors and documentation tools read. */
export function describeElement(): object {
  const module = 'lib/index.js';
  const declaration = { name: 'LodgingBooking', module };
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: module,
        declarations: [describeClass()],
        exports: [
          { kind: 'js', name: 'LodgingBooking', declaration },
          { kind: 'custom-element-definition', name: 'lodging-booking', declaration },
        ],
      },
    ],
  };
}

function describeClass(): object {
  const events = Object.entries(EVENTS).map(([name, description]) => ({
    name,
    description,
    type: { text: `BookingEvents['${name}']` },
  }));
  return {
    kind: 'class',
    customElement: true,
    name: 'LodgingBooking',
    tagName: 'lodging-booking',
    description: 'Guests book a stay on a property’s own page.',
    superclass: { name: 'LitElement', package: 'lit' },
    ...describeFields(),
    events,
    cssProperties: described(CSS_PROPERTIES),
    cssParts: described(CSS_PARTS),
  };
}

function describeFields(): { attributes: object[]; members: object[] } {
  const attributes = Object.entries(ATTRIBUTES).map(([name, { property, type, description }]) => ({
    name,
    type: { text: type },
    description,
    fieldName: property ?? name,
  }));
  const members = [
    ...attributes.map(({ name, fieldName, type, description }) => ({
      kind: 'field',
      name: fieldName,
      type: { text: type.text === 'string' ? 'string | null' : type.text },
      description,
      attribute: name,
    })),
    ...Object.entries(PROPERTIES).map(([name, { type, description }]) => ({
      kind: 'field',
      name,
      type: { text: type },
      description,
    })),
  ];
  return { attributes, members };
}

function described(texts: Readonly<Record<string, string>>): object[] {
  return Object.entries(texts).map(([name, description]) => ({ name, description }));
}
