import { z } from 'zod';
import { defined, email, id, language } from '../fields.ts';
import { defineTool } from '../tool.ts';

export const sendCode = defineTool({
  name: 'send_code',
  title: 'Send the guest a code',
  description:
    'Sends six digits to the e-mail address of the guest, who must have given it for this stay. Needed for confirm_stay.',
  keys: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.object({ holdId: id, email, language: language.optional() }),
  output: z.object({ accepted: z.boolean(), expiresAt: z.string() }),
  async call({ holdId, ...recipient }, { lodging, signal }) {
    const { accepted, expiresAt } = await lodging.holds.sendCode(holdId, defined(recipient), { signal });
    return {
      structured: { accepted, expiresAt },
      text: `The code is on its way and valid until ${expiresAt}. The guest reads it from the message.`,
    };
  },
});
