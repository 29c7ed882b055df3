/** The JSON pointers of a `validation_failed` refusal, in order; none for any other result. */
export function validationPointers(
  result: { readonly ok: boolean; readonly refusal?: { readonly extra?: unknown } } | undefined,
): string[] {
  const extra = result?.refusal?.extra as { errors?: { pointer: string }[] } | undefined;
  return extra?.errors?.map(({ pointer }) => pointer) ?? [];
}
