import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { MailTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import { templateInvalid, templateNotFound } from '../../domain/mails/mail-refusals.ts';
import { sampleVariables } from '../../domain/mails/sample-stay.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { templateKeyOf } from './read-mail-template.ts';
import type { ReadTemplate, TemplatePlace } from './read-mail-template.ts';

export type PutMailTemplateDeps = Pick<NotificationsDeps, 'mailTemplates' | 'templateEngine' | 'clock'>;

export interface PutMailTemplate extends TemplatePlace {
  readonly template: MailTemplate;
}

/** Checked with a stay that has everything and with one that has the least, so that it is not refused when it is sent. */
export async function putMailTemplate(
  { mailTemplates, templateEngine, clock }: PutMailTemplateDeps,
  { tenantId, livemode }: Pick<RequestContext, 'tenantId' | 'livemode'>,
  { template, ...place }: PutMailTemplate,
): Promise<Result<ReadTemplate>> {
  const key = templateKeyOf(place);
  if (key === undefined) return templateNotFound();
  const fault = templateEngine.check(template, sampleVariables(key.kind, key.language));
  if (fault !== undefined) return templateInvalid(fault);
  const updatedAt = clock.now();
  await mailTemplates.put(tenantId, key, { ...template, livemode, updatedAt });
  return ok({ ...key, template, updatedAt });
}
