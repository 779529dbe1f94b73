import type { OpenApiDocument, Operation, Schema } from '@vezne/contract/partner/openapi';
import { inlineHtml } from '../markdown/inline.ts';

export interface Field {
  /** With dots between levels. */
  name: string;
  type: string;
  /** What is true besides the type, such as `required` or `deposits only`. */
  notes: string[];
  /** As Markdown. */
  description: string;
  descriptionHtml: string;
}

/** Returns the schema that a reference points to. */
type Resolve = (schema: unknown) => Schema;

export function resolverOf({ components }: OpenApiDocument): Resolve {
  return (schema) => {
    const { $ref } = schema as Schema;
    const found = $ref === undefined ? schema : components.schemas[$ref.replace(/^.*\//, '')];
    if (typeof found !== 'object') throw new Error(`There is no schema ${$ref}.`);
    return found as Schema;
  };
}

/** The fields of an object, including those of nested objects. */
export function fieldsOf(schema: unknown, resolve: Resolve, options: { isRequest: boolean }): Field[] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const resolved = resolve(property);
    const field: Field = {
      name,
      type: typeText(resolved),
      notes: options.isRequest ? [required.includes(name) ? 'required' : 'optional'] : [],
      ...described(resolved.description ?? ''),
    };
    if (resolved.type !== 'object') return [field];
    const inner = fieldsOf(resolved, resolve, options);
    return [field, ...inner.map((part) => ({ ...part, name: `${name}.${part.name}` }))];
  });
}

export function parameterFields({ parameters = [] }: Operation): Field[] {
  return parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    type: typeText(schema),
    notes: [place, required ? 'required' : 'optional'],
    ...described(description),
  }));
}

/** The fields of both types of transaction in one list, each with a note where it occurs. */
export function transactionFields({ components: { schemas } }: OpenApiDocument): Field[] {
  const propertiesOf = (name: string) => schemas[name]?.properties ?? {};
  const created = { deposit: propertiesOf('CreatedDeposit'), withdrawal: propertiesOf('CreatedWithdrawal') };
  const read = { deposit: propertiesOf('Deposit'), withdrawal: propertiesOf('Withdrawal') };
  return Object.keys({ ...read.deposit, ...read.withdrawal }).map((name) => {
    const deposit = read.deposit[name] as Schema | undefined;
    const withdrawal = read.withdrawal[name] as Schema | undefined;
    const isOfBoth = deposit !== undefined && withdrawal !== undefined;
    const notes: string[] = [];
    if (!isOfBoth) notes.push(deposit ? 'deposits only' : 'withdrawals only');
    else if (!(name in created.deposit)) notes.push('when read');
    else if (!(name in created.withdrawal)) notes.push('of withdrawals: when read');
    const texts = new Set([deposit?.description ?? '', withdrawal?.description ?? ''].filter(Boolean));
    const description =
      isOfBoth && texts.size > 1
        ? `Deposit: ${deposit.description} Withdrawal: ${withdrawal.description}`
        : [...texts].join('');
    return {
      name,
      type: name === 'type' ? '"deposit" or "withdrawal"' : typeText(deposit ?? withdrawal ?? {}),
      notes,
      ...described(description),
    };
  });
}

export function eventFields(openApi: OpenApiDocument): Field[] {
  return fieldsOf(openApi.components.schemas['Event'], resolverOf(openApi), { isRequest: false });
}

function described(description: string): Pick<Field, 'description' | 'descriptionHtml'> {
  return { description, descriptionHtml: inlineHtml(description) };
}

/** A type and its limits in words. */
function typeText(schema: Schema): string {
  const variants = schema.anyOf?.map((variant) => typeText(variant));
  if (variants) return variants.join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return [FORMAT_TEXTS[schema.format ?? ''] ?? type, lengthText(schema)].filter(Boolean).join(', ');
}

const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  'date-time': 'time (ISO 8601)',
  uri: 'address (URL)',
  int64: 'integer',
};

function lengthText({ minLength = 0, maxLength }: Schema): string {
  if (maxLength === undefined) return '';
  return minLength > 0 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`;
}
