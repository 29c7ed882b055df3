import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { builtInTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import type { MailTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import { isMailKind, isMailLanguage } from '../../domain/mails/mail-kind.ts';
import { templateNotFound } from '../../domain/mails/mail-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { TemplateKey } from '../../ports/mails.ts';

export type ReadMailTemplateDeps = Pick<NotificationsDeps, 'mailTemplates'>;

/** As they are in the path. */
export interface TemplatePlace {
  readonly type: string;
  readonly language: string;
}

export interface ReadTemplate extends TemplateKey {
  readonly template: MailTemplate;
  /** Null for the built-in one. */
  readonly updatedAt: Temporal.Instant | null;
}

export async function readMailTemplate(
  { mailTemplates }: ReadMailTemplateDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  place: TemplatePlace,
): Promise<Result<ReadTemplate>> {
  const key = templateKeyOf(place);
  if (key === undefined) return templateNotFound();
  const custom = await mailTemplates.find(tenantId, key);
  if (custom === undefined)
    return ok({ ...key, template: builtInTemplate(key.kind, key.language), updatedAt: null });
  const { updatedAt, ...template } = custom;
  return ok({ ...key, template, updatedAt });
}

export function templateKeyOf({ type: kind, language }: TemplatePlace): TemplateKey | undefined {
  return isMailKind(kind) && isMailLanguage(language) ? { kind, language } : undefined;
}
