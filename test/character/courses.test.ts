import { describe, expect, it } from 'vitest';
import { courses } from './support/courses';
import { cutCourse, CUTS, PRECISIONS } from './support/cutCourse';
import { Follower, OFF } from './support/followCourse';

describe.each(courses)('everyday courses: $name', (course) => {
  for (const cut of CUTS) {
    it.each(PRECISIONS)(`a course is walked there and back, cut as ${cut}, in %s`, (precision) => {
      const follower = new Follower(course, cutCourse(course.pieces, cut, precision));
      for (const leg of course.legs) {
        const { foot, away, faults } = follower.follow(leg);
        expect({ leg: leg.to, foot, faults, isThere: away < 2 * OFF }).toEqual({
          leg: leg.to,
          foot,
          faults: [],
          isThere: true,
        });
      }
    });
  }
});
