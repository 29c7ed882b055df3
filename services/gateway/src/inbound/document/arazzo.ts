/** The stay of a guest in the words of Arazzo 1.0: the calls in order, and what each takes from the ones before. */
export function writeArazzo(publicUrl: string) {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'A stay',
      summary: 'From the availability to the confirmed stay.',
      description:
        'The guest types the code of the e-mail between `hold-a-stay` and `open-the-payment`, and pays at the provider between ' +
        '`open-the-payment` and `confirm-the-stay`.',
      version: '1.0.0',
    },
    sourceDescriptions: [{ name: 'lodging', url: `${publicUrl}/openapi.json`, type: 'openapi' }],
    workflows: [holdAStay, openThePayment, confirmTheStay, cancelTheStay],
  };
}

const uuid = { type: 'string', format: 'uuid' };
const email = { type: 'string', format: 'email' };
const inputs = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const ok = (...statuses: number[]) => [
  { condition: statuses.map((status) => `$statusCode == ${status}`).join(' || ') },
];
const json = (payload: object) => ({ contentType: 'application/json', payload });
const ofHold = [{ name: 'id', in: 'path', value: '$inputs.reservationId' }];
const idempotencyKey = { name: 'Idempotency-Key', in: 'header', value: '$inputs.idempotencyKey' };

const holdAStay = {
  workflowId: 'hold-a-stay',
  summary: 'Price a stay, hold it, and send the guest a code.',
  description: 'With a publishable or a secret key. The hold lasts 15 minutes.',
  inputs: inputs(
    {
      resourceId: uuid,
      ratePlanId: { ...uuid, description: 'Of a resource with a room type.' },
      from: { type: 'string', format: 'date-time' },
      to: { type: 'string', format: 'date-time' },
      partySize: { type: 'integer', minimum: 1 },
      email,
      idempotencyKey: { ...uuid, description: 'Made by the caller; the same with every repeat.' },
    },
    ['resourceId', 'from', 'to', 'partySize', 'email', 'idempotencyKey'],
  ),
  steps: [
    {
      stepId: 'availability',
      description: 'Is it free? Where not, `reasons` has every reason.',
      operationId: 'findAvailability',
      parameters: [
        { name: 'resource_id', in: 'query', value: '$inputs.resourceId' },
        { name: 'from', in: 'query', value: '$inputs.from' },
        { name: 'to', in: 'query', value: '$inputs.to' },
        { name: 'party_size', in: 'query', value: '$inputs.partySize' },
      ],
      successCriteria: [...ok(200), { condition: '$response.body#/available == true' }],
    },
    {
      stepId: 'quote',
      description: 'What does it cost? The price is promised for 15 minutes.',
      operationId: 'createQuote',
      requestBody: json({
        resourceId: '$inputs.resourceId',
        ratePlanId: '$inputs.ratePlanId',
        from: '$inputs.from',
        to: '$inputs.to',
        partySize: '$inputs.partySize',
      }),
      successCriteria: ok(200),
      outputs: {
        signedQuoteToken: '$response.body#/signedQuoteToken',
        totalMinorUnits: '$response.body#/priceBreakdown/totalMinorUnits',
        currency: '$response.body#/priceBreakdown/currency',
      },
    },
    {
      stepId: 'hold',
      description: 'Holds the units of the quote.',
      operationId: 'placeHold',
      parameters: [idempotencyKey],
      requestBody: json({ signedQuoteToken: '$steps.quote.outputs.signedQuoteToken' }),
      successCriteria: ok(201, 200),
      outputs: { reservationId: '$response.body#/id', holdExpiresAt: '$response.body#/holdExpiresAt' },
    },
    {
      stepId: 'code',
      description: 'Sends six digits to the guest.',
      operationId: 'sendGuestCode',
      parameters: [{ name: 'id', in: 'path', value: '$steps.hold.outputs.reservationId' }],
      requestBody: json({ email: '$inputs.email' }),
      successCriteria: ok(200),
    },
  ],
  outputs: {
    reservationId: '$steps.hold.outputs.reservationId',
    holdExpiresAt: '$steps.hold.outputs.holdExpiresAt',
    totalMinorUnits: '$steps.quote.outputs.totalMinorUnits',
    currency: '$steps.quote.outputs.currency',
  },
};

const openThePayment = {
  workflowId: 'open-the-payment',
  summary: 'Verify the guest’s code, and open the payment.',
  description: 'With a secret key. The client secret is for the provider’s browser client.',
  inputs: inputs({
    reservationId: uuid,
    email,
    code: { type: 'string', pattern: String.raw`^\d{6}$` },
    idempotencyKey: uuid,
  }),
  steps: [
    {
      stepId: 'verify',
      description: 'The token confirms this hold alone.',
      operationId: 'verifyGuestCode',
      parameters: ofHold,
      requestBody: json({ email: '$inputs.email', code: '$inputs.code' }),
      successCriteria: ok(200),
      outputs: { guestVerificationToken: '$response.body#/guestVerificationToken' },
    },
    {
      stepId: 'payment',
      description: 'Opens the payment at the provider.',
      operationId: 'createPaymentIntent',
      parameters: [...ofHold, idempotencyKey],
      successCriteria: ok(201, 200),
      outputs: {
        clientSecret: '$response.body#/clientSecret',
        providerPaymentIntentId: '$response.body#/providerPaymentIntentId',
      },
    },
  ],
  outputs: {
    guestVerificationToken: '$steps.verify.outputs.guestVerificationToken',
    clientSecret: '$steps.payment.outputs.clientSecret',
    providerPaymentIntentId: '$steps.payment.outputs.providerPaymentIntentId',
  },
};

const confirmTheStay = {
  workflowId: 'confirm-the-stay',
  summary: 'Confirm the stay once the guest has paid.',
  description: 'The provider’s notification confirms it too. Confirming twice answers the same.',
  inputs: inputs({ reservationId: uuid, guestVerificationToken: { type: 'string' } }),
  steps: [
    {
      stepId: 'confirm',
      description: 'Until the payment is known this is `payment_required`: try again.',
      operationId: 'confirmHold',
      parameters: ofHold,
      requestBody: json({ guestVerificationToken: '$inputs.guestVerificationToken' }),
      successCriteria: ok(200),
      onFailure: [{ name: 'not-paid-yet', type: 'retry', retryAfter: 1, retryLimit: 30, criteria: ok(409) }],
      outputs: { state: '$response.body#/state' },
    },
  ],
  outputs: { state: '$steps.confirm.outputs.state' },
};

const cancelTheStay = {
  workflowId: 'cancel-the-stay',
  summary: 'Tell what cancelling costs, and cancel.',
  description: 'With a secret key. The policy that the stay was sold with decides what goes back.',
  inputs: inputs({ reservationId: uuid }),
  steps: [
    {
      stepId: 'preview',
      description: 'Nothing is promised: the cancellation is judged by its own moment.',
      operationId: 'previewCancellation',
      parameters: ofHold,
      successCriteria: ok(200),
    },
    {
      stepId: 'cancel',
      description: 'Cancels the stay, and frees its nights.',
      operationId: 'cancelBooking',
      parameters: ofHold,
      successCriteria: [...ok(200), { condition: "$response.body#/state == 'cancelled'" }],
      outputs: { state: '$response.body#/state' },
    },
  ],
  outputs: { state: '$steps.cancel.outputs.state' },
};
