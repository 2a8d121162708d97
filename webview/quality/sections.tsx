import type { JSX } from 'preact';
import type { QualityReport, QualitySection } from '../../src/core/model/report/quality';
import { Agreement } from './sections/agreement';
import { Annotators } from './sections/annotators';
import { Bias } from './sections/bias';
import { Judgments } from './sections/judgments';
import { Machines } from './sections/machines';
import { Models } from './sections/models';
import { Noise } from './sections/noise';
import { Work } from './sections/work';

/** What each section shows. */
export const sections: Readonly<Record<QualitySection, (report: QualityReport) => JSX.Element>> = {
  agreement: Agreement,
  annotators: Annotators,
  noise: Noise,
  bias: Bias,
  models: Models,
  machines: Machines,
  judgments: Judgments,
  work: Work,
};
