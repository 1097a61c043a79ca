import { readUnit } from './read-unit.ts';

/** UCUM. */
export type TemperatureScale = 'Cel' | '[degF]';

/** The scale that a unit's text names in any spelling; null if it names neither. */
export function temperatureScale(unit: string): TemperatureScale | null {
  const code = readUnit(unit)?.code;
  return code === 'Cel' || code === '[degF]' ? code : null;
}
