import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { manageUrlRefused } from '../../domain/mails/mail-refusals.ts';
import type { MailSettings } from '../../domain/mails/mail-settings.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type PutMailSettingsDeps = Pick<NotificationsDeps, 'mailSettings' | 'payments' | 'clock'>;

export async function putMailSettings(
  { mailSettings, payments, clock }: PutMailSettingsDeps,
  ctx: RequestContext,
  settings: MailSettings,
): Promise<Result<MailSettings>> {
  const { manageUrl } = settings;
  if (manageUrl !== null) {
    const problem = await payments.redirectUrlProblem(ctx, manageUrl);
    if (problem !== null) return manageUrlRefused(problem);
  }
  await mailSettings.put(ctx.tenantId, ctx.livemode, settings, clock.now());
  return ok(settings);
}
