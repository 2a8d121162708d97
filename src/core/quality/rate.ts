/** Screens make rates too, of what they add up: so it stands in the model. */
export { rateOf, shareOf, z95, type Rate, type Share } from '../model/report/rate';
