import { of, planned } from '../operation-words.ts';

export const artifacts = {
  'artifacts.keep': planned(of('Keep artifacts of', 'job')),
  'artifacts.remove': planned(of('Delete artifacts of', 'job')),
  'artifacts.removeAll': planned(of('Delete all artifacts of', 'project')),
};
