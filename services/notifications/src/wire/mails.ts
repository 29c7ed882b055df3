import type { sendCodeMail } from '@lodging/contract-notifications';
import type { RequestOf } from '@lodging/contract-wire';
import type { SendCodeMail } from '../use-cases/mails/send-code-mail.ts';

export function sendCodeMailFromWire({
  to,
  code,
  expiresAt,
  languages = [],
  property,
  stay,
}: RequestOf<typeof sendCodeMail>): SendCodeMail {
  return {
    to,
    code,
    expiresAt: Temporal.Instant.from(expiresAt),
    languages,
    property: property ?? null,
    stay:
      stay === undefined
        ? null
        : {
            resourceName: stay.resourceName,
            from: Temporal.PlainDate.from(stay.from),
            to: Temporal.PlainDate.from(stay.to),
          },
  };
}
