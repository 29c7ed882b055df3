import type { Described } from './described.ts';

export const manageElement: Described = {
  name: 'LodgingManage',
  tagName: 'lodging-manage',
  module: 'lib/manage/index.js',
  description: 'A guest sees, pays, changes and cancels a booking on the page behind the link in a mail.',
  attributes: {
    api: { type: 'string', description: 'The address of the API.' },
    'publishable-key': {
      property: 'publishableKey',
      type: 'string',
      description: 'A publishable key of the live side or of the sandbox.',
    },
    theme: { type: 'string', description: '`light` or `dark`; without it, as the browser prefers.' },
    lang: { type: 'string', description: 'The language of words, dates and prices, as a tag of BCP 47.' },
  },
  properties: {},
  events: null,
  cssParts: {
    heading: 'The heading of a step.',
    input: 'A field of a form.',
    button: 'A button.',
    stay: 'The booking.',
    dates: 'The form for other dates.',
    alternatives: 'Other dates where the requested ones are taken.',
    pending: 'A change that waits for its payment.',
    price: 'The price.',
    payments: 'What was paid and what is due.',
    cancellation: 'What a cancellation costs.',
    contact: 'The property.',
    notice: 'A refusal.',
    status: 'What the component is doing.',
  },
};
