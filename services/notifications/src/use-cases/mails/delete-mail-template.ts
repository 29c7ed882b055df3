import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { templateNotFound } from '../../domain/mails/mail-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { templateKeyOf } from './read-mail-template.ts';
import type { TemplatePlace } from './read-mail-template.ts';

export type DeleteMailTemplateDeps = Pick<NotificationsDeps, 'mailTemplates'>;

export async function deleteMailTemplate(
  { mailTemplates }: DeleteMailTemplateDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  place: TemplatePlace,
): Promise<Result<object>> {
  const key = templateKeyOf(place);
  if (key === undefined) return templateNotFound();
  await mailTemplates.delete(tenantId, key);
  return ok({});
}
