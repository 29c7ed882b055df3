const text = { type: 'string', minLength: 1 } as const;
const count = { type: 'integer', minimum: 0 } as const;
const probability = { type: 'number', minimum: 0, maximum: 1 } as const;

function strict<P extends object>(properties: P, required: readonly (keyof P & string)[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const bodySchemas = {
  fault: strict(
    {
      effect: { enum: ['slow', 'status', 'lost_reply', 'refuse'] },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      delayMs: count,
      count,
      probability,
      method: text,
      path: text,
      account: text,
    },
    ['effect'],
  ),
  deliveryRule: strict(
    {
      effect: { enum: ['late', 'twice', 'reorder', 'drop'] },
      types: { type: 'array', items: text, minItems: 1 },
      account: text,
      objectId: text,
      count,
      delayMs: count,
      copies: { type: 'integer', minimum: 2, maximum: 100 },
      batch: { type: 'integer', minimum: 2, maximum: 1000 },
      probability,
    },
    ['effect'],
  ),
  endpoint: strict(
    { url: { type: 'string', format: 'uri' }, secret: text, events: { type: 'array', items: text } },
    ['url', 'secret'],
  ),
  endpointUrl: strict({ url: text }, ['url']),
  dashboardRefund: strict({ payment_intent: text, amount: { type: 'integer', minimum: 1 }, reason: text }, [
    'payment_intent',
  ]),
  outcome: strict({ outcome: { enum: ['succeeded', 'failed'] } }, ['outcome']),
  account: strict({ charges_enabled: { type: 'boolean' } }, ['charges_enabled']),
};
