import { z } from 'zod';
import { defined, email, guest, id } from '../fields.ts';
import { defineTool } from '../tool.ts';

export const verifyCode = defineTool({
  name: 'verify_code',
  title: 'Verify the code of the guest',
  description: 'Verifies the six digits that the guest received. Six wrong codes lock it: never guess one.',
  keys: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.object({ holdId: id, email, code: z.string().regex(/^\d{6}$/), guest: guest.optional() }),
  output: z.object({
    guestVerificationToken: z.string().describe('Send it to confirm_stay. Do not show it.'),
    expiresAt: z.string(),
  }),
  async call({ holdId, guest: details, ...check }, { lodging, signal }) {
    const { guestVerificationToken, expiresAt } = await lodging.holds.verifyCode(
      holdId,
      defined({ ...check, guest: details && defined(details) }),
      { signal },
    );
    return {
      structured: { guestVerificationToken, expiresAt },
      text: `The e-mail address is verified. The token is in the structured result, valid until ${expiresAt}.`,
    };
  },
});
