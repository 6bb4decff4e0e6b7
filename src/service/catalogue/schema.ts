/** A tool as a model is told of it for function calling. */
import type { JsonObject } from '../../core/json.ts';
import type { Language } from '../types.ts';
import type { ToolEntry } from './index.ts';
import type { Parameter, ParameterType } from './types.ts';

/** Equal in shape to the Tool of src/models. */
export interface FunctionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

const TYPES: Readonly<Record<ParameterType, { type: string; items?: JsonObject }>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  texts: { type: 'array', items: { type: 'string' } },
  integers: { type: 'array', items: { type: 'integer' } },
};

export function functionTool(entry: ToolEntry, language: Language): FunctionTool {
  const { name, parameters } = entry;
  return {
    name,
    description: toolDescription(entry, language),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter, language)])),
      required: parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name),
      additionalProperties: false,
    },
  };
}

function toolDescription({ description, precondition, postcondition }: ToolEntry, language: Language): string {
  const [before, after] = language === 'chinese' ? ['前置条件：', '后置条件：'] : ['Precondition: ', 'Postcondition: '];
  return [description[language], before + precondition[language], after + postcondition[language]].join('\n');
}

function schemaOf(parameter: Parameter, language: Language): JsonObject {
  const { values, isNullable } = parameter;
  const { type, ...items } = TYPES[parameter.type];
  return {
    type: isNullable ? [type, 'null'] : type,
    ...items,
    ...(values && { enum: isNullable ? [...values, null] : values }),
    ...(parameter.default !== undefined && { default: parameter.default }),
    description: parameter.description[language],
  };
}
