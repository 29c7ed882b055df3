interface GuestLanguage {
  /** Of dates and prices. */
  readonly locale: string;
  /** Of the words. */
  readonly textLanguage: string;
}

/**
 * `fetch` without cookies and without anything of a cache. The names of rooms, plans and taxes come in the language of the
 * page, in place of that of the browser.
 */
export function guestFetch(referrerPolicy: ReferrerPolicy, language: () => GuestLanguage): typeof fetch {
  return (input, init) => {
    const { locale, textLanguage } = language();
    const headers = new Headers(init?.headers);
    headers.set('accept-language', `${locale}, ${textLanguage};q=0.5`);
    return fetch(input, { ...init, headers, credentials: 'omit', cache: 'no-store', referrerPolicy });
  };
}
