/** Prompts are templates with `{names}`, so that a user's own can say what ours say. */

/** Names that the values do not have stay as they are: a prompt may show JSON. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (name, key: string) => (Object.hasOwn(values, key) ? (values[key] as string) : name));
}
