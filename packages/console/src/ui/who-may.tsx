import { useMay } from '../api/permissions.ts';
import type { CommonTexts } from '../texts/common/en.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Where a role may not change what is shown, the place says who may. */
export function WhoMay({ permission }: { readonly permission: keyof CommonTexts['whoMay'] }) {
  const { common } = useTexts();
  const may = useMay();
  return may(permission) ? null : <p className="quiet">{common.whoMay[permission]}</p>;
}
