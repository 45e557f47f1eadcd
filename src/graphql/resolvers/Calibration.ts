import type { CalibrationResolvers } from '../generated/types.ts';
import { guaranteeOf } from '../guarantee.ts';

export const Calibration: CalibrationResolvers = {
  guarantee: async (calibration, _input, context) => guaranteeOf(calibration, context),
  active: async ({ id }, _input, { loaders }) => ((await loaders.calibration.load(id))?.activatedAt ?? null) !== null,
  stale: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.stale ?? true,
  test: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.certificate ?? null,
  alternatives: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.pairs ?? [],
  sweep: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.sweep ?? [],
  methods: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.methods ?? [],
  audit: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.audit ?? null,
};
