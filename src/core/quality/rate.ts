/** Screens make rates too, of what they add up: so it stands in the model. */
export { rateOf, z95, type Rate } from '../model/rate';
