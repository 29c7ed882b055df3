import { sendCodeMail as sendCodeMailOperation } from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { sendCodeMail } from '../use-cases/send-code-mail.ts';

interface UseCases {
  readonly sendCodeMail: ReturnType<typeof sendCodeMail>;
}

export function requests({ sendCodeMail: send }: UseCases): Route[] {
  return [
    on(sendCodeMailOperation, async (request) => {
      await send(request);
      return ok({ accepted: true as const });
    }),
  ];
}
