import { useFormats } from '../texts/use-texts.ts';

export function Money({ amount, currency }: { readonly amount: string | bigint; readonly currency: string }) {
  const formats = useFormats();
  return <span className="number">{formats.price(amount, currency)}</span>;
}
