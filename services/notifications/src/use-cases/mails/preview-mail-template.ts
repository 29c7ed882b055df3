import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { builtInTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import { bookingNotFound, templateInvalid, templateNotFound } from '../../domain/mails/mail-refusals.ts';
import { NO_MAIL_SETTINGS } from '../../domain/mails/mail-settings.ts';
import { mailVariables } from '../../domain/mails/mail-variables.ts';
import {
  SAMPLE_FACT,
  SAMPLE_NOW,
  SAMPLE_TOKEN,
  sampleSettings,
  sampleStay,
} from '../../domain/mails/sample-stay.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { RenderedMail, TemplateKey } from '../../ports/mails.ts';
import { templateKeyOf } from './read-mail-template.ts';
import type { TemplatePlace } from './read-mail-template.ts';

export type PreviewMailTemplateDeps = Pick<
  NotificationsDeps,
  'mailTemplates' | 'templateEngine' | 'mailSettings' | 'reservations' | 'clock'
>;

export interface PreviewMailTemplate extends TemplatePlace {
  readonly reservationId?: string | undefined;
}

export async function previewMailTemplate(
  deps: PreviewMailTemplateDeps,
  ctx: RequestContext,
  { reservationId, ...place }: PreviewMailTemplate,
): Promise<Result<RenderedMail>> {
  const key = templateKeyOf(place);
  if (key === undefined) return templateNotFound();
  const reported = await stayToReport(deps, ctx, key, reservationId);
  if (reported === undefined) return bookingNotFound();
  const { kind, language } = key;
  const settings = (await deps.mailSettings.find(ctx.tenantId)) ?? NO_MAIL_SETTINGS;
  const mail = { kind, language, fact: SAMPLE_FACT, livemode: ctx.livemode };
  const variables = mailVariables(mail, sampleSettings(settings), reported.facts, reported.now);
  const custom = await deps.mailTemplates.find(ctx.tenantId, key);
  const template = custom ?? builtInTemplate(kind, language);
  const fault = deps.templateEngine.check(template, [variables]);
  if (fault !== undefined) return templateInvalid(fault);
  return ok(deps.templateEngine.render(template, variables));
}

async function stayToReport(
  { reservations, clock }: PreviewMailTemplateDeps,
  ctx: RequestContext,
  { kind, language }: TemplateKey,
  reservationId: string | undefined,
) {
  if (reservationId === undefined) return { facts: sampleStay(kind, language), now: SAMPLE_NOW };
  const facts = await reservations.readStay(ctx, reservationId);
  if (facts === undefined) return undefined;
  const manageToken = facts.manageToken === null ? null : SAMPLE_TOKEN;
  return { facts: { ...facts, manageToken }, now: clock.now() };
}
