/** Screens make rates too, of what they add up: so it stands in the model. */
export { rateOf, proportionOf, z95, type Rate, type Proportion } from '../model/report/proportion';
