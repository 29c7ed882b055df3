interface Pages {
  readonly bookingPageUrl: string;
  readonly gatewayUrl: string;
}

interface PageTenant {
  readonly name: string;
  readonly testPublishableKey: string;
}

/** Where a guest books in the sandbox of a tenant: the address holds what a property writes into its page. */
export function bookingPageOf(pages: Pages, tenant: PageTenant): string {
  return `${pages.bookingPageUrl}/?${pageQuery(pages, tenant)}`;
}

/** Where the links of mails lead, which add a token. */
export function managePageOf(pages: Pages, tenant: PageTenant): string {
  return `${pages.bookingPageUrl}/manage?${pageQuery(pages, tenant)}`;
}

function pageQuery({ gatewayUrl }: Pages, { name, testPublishableKey }: PageTenant): string {
  return new URLSearchParams({ name, api: gatewayUrl, 'publishable-key': testPublishableKey }).toString();
}
