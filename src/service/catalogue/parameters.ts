/** How a parameter is written down, and those that several tools share. */
import type { Parameter, ParameterType, Texts, ValueKind } from './types.ts';

export function required(name: string, type: ParameterType, description: Texts, ...takes: ValueKind[]): Parameter {
  return { name, type, isRequired: true, isNullable: false, takes, description };
}

/** May be left out; where nothing else is said, null may be given as well. */
export function optional(
  name: string,
  type: ParameterType,
  usually: null | string | number,
  description: Texts,
  rest: Partial<Pick<Parameter, 'isNullable' | 'values' | 'takes'>> = {},
): Parameter {
  return { name, type, isRequired: false, isNullable: true, default: usually, takes: [], description, ...rest };
}

export const USER_ID = required(
  'user_id',
  'text',
  {
    english: 'ID of the customer being served; an order can only be made or seen for this customer.',
    chinese: '当前服务的用户的 ID；只能为该用户下单或查询。',
  },
  'user',
);

export const KEYWORDS = required(
  'keywords',
  'texts',
  {
    english: 'Words to look for, such as names, dishes or features; all of them count together.',
    chinese: '搜索关键词列表，如名称、菜品或特色；多个关键词会合并匹配。',
  },
  'preference',
);

/** `what`: of which record the number is. */
export function quantity(what: Texts): Parameter {
  return required('quantity', 'integer', {
    english: `Number of ${what.english}; at least 1.`,
    chinese: `${what.chinese}数量，至少为 1。`,
  });
}

/** `which`: the end of a line, or empty for a single point. */
export function coordinates(suffix: '' | '1' | '2', which: Texts): Parameter[] {
  return [
    required(
      `longitude${suffix}`,
      'float',
      { english: `Longitude of ${which.english}, in degrees.`, chinese: `${which.chinese}的经度，单位为度。` },
      'longitude',
    ),
    required(
      `latitude${suffix}`,
      'float',
      { english: `Latitude of ${which.english}, in degrees.`, chinese: `${which.chinese}的纬度，单位为度。` },
      'latitude',
    ),
  ];
}
