import type { Caller, EndpointSurvey, SurveyedEndpoint } from './webhook-ports.ts';

export function surveyEndpoints({ survey }: { readonly survey: EndpointSurvey }) {
  return async ({ tenantId }: Caller): Promise<SurveyedEndpoint[]> =>
    (await survey.list(tenantId)).map((endpoint) => ({ ...endpoint, url: withoutSecrets(endpoint.url) }));
}

const MASK = '***';

/** Scheme, host and path tell an operator which endpoint it is. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return MASK;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search === '' ? '' : `?${MASK}`}`;
}
