declare module '@usebruno/lang' {
  export function bruToJsonV2(text: string): object;
  export function collectionBruToJson(text: string): { auth: { bearer: { token: string } } };
}
