import type { MailSettings } from './mail-settings.ts';

/** The token is added to the address that the tenant has set, whatever query that has. Undefined: it has set none. */
export function linkOf({ manageUrl }: Pick<MailSettings, 'manageUrl'>, token: string): string | undefined {
  if (manageUrl === null) return undefined;
  const url = new URL(manageUrl);
  url.searchParams.set('token', token);
  return url.href;
}
