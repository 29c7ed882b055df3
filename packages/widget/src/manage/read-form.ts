/** The fields of a form that is submitted here, and not by the browser. */
export function readForm(event: SubmitEvent): (name: string) => string {
  event.preventDefault();
  const fields = new FormData(event.currentTarget as HTMLFormElement);
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
}
