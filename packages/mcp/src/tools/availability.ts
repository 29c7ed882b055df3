import { z } from 'zod';
import { alternative, alternativesText, toAlternative } from '../alternatives.ts';
import { alternatives, defined, guests, id, instant, quantity, ratePlanId } from '../fields.ts';
import { defineTool } from '../tool.ts';

export const availability = defineTool({
  name: 'availability',
  title: 'Check availability',
  description:
    'Whether one resource is free for a stay. If not, every reason, and free stays near it. Nothing is held.',
  keys: 'any',
  annotations: { readOnlyHint: true },
  input: z.object({
    resourceId: id,
    from: instant,
    to: instant,
    partySize: guests,
    children: z.int().min(0).max(50).optional().describe('How many of the party are children.'),
    quantity,
    ratePlanId,
    alternatives,
  }),
  output: z.object({
    available: z.boolean(),
    reasons: z.array(z.string()),
    alternatives: z.array(alternative),
  }),
  async call({ ratePlanId: plan, ...rest }, { lodging, signal }) {
    const request = defined({ ...rest, ratePlanId: plan ?? undefined });
    const found = await lodging.availability.find(request, { signal });
    const near = (found.alternatives ?? []).map(toAlternative);
    const text = found.available
      ? 'The stay is available.'
      : `The stay is not available: ${found.reasons.join(', ')}.${alternativesText(near)}`;
    return {
      structured: { available: found.available, reasons: found.reasons, alternatives: near },
      text,
    };
  },
});
